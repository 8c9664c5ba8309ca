import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { onlyInWholeSuite } from '../apps/server/src/testing/variations.ts';
import { localeProblems, unusedIn } from './check-locales.ts';

describe('localeProblems', () => {
  it('finds nothing between complete files', () => {
    expect(
      localeProblems(
        { greeting: 'Hello, {{name}}', day_one: '{{count}} day', day_other: '{{count}} days' },
        { greeting: 'สวัสดี {{ name }}', day_other: '{{count}} วัน' },
      ),
    ).toEqual([]);
  });

  it('names a key that one language lacks, however deep', () => {
    expect(localeProblems({ a: { b: 'x', c: 'y' } }, { a: { b: 'ก' }, d: 'ข' })).toEqual([
      'th: a.c is missing',
      'en: d is missing',
    ]);
  });

  it('names an empty text', () => {
    expect(localeProblems({ a: 'x' }, { a: '  ' })).toEqual(['th: a is empty']);
  });

  it('names placeholders and tags that differ', () => {
    expect(localeProblems({ a: '{{n}} of {{m}}' }, { a: '{{n}} จาก {{n}}' })).toEqual([
      'a has different placeholders: {{m}} {{n}} | {{n}} {{n}}',
    ]);
    expect(localeProblems({ a: 'Go <1>home</1>' }, { a: 'กลับบ้าน' })).toHaveLength(1);
  });

  it('asks each language for its own plural forms, no more and no fewer', () => {
    expect(localeProblems({ day_other: 'days' }, { day_one: 'วันเดียว', day_other: 'วัน' })).toEqual([
      'en: day has no plural form one',
      'th: day has a plural form one the language does not use',
    ]);
  });

  it('notices English left in Thai, but not names, codes or bare placeholders', () => {
    expect(localeProblems({ a: 'Sign In' }, { a: 'Sign In' })).toEqual(['th: a is still English']);
    expect(
      localeProblems(
        { brand: 'BKK Siam', both: '{{days}} {{nights}}', qr: 'Scan the QR' },
        { brand: 'BKK Siam', both: '{{days}} {{nights}}', qr: 'สแกน QR' },
      ),
    ).toEqual([]);
  });

  it('notices Thai letters in English, but not where the key is listed with its reason', () => {
    expect(localeProblems({ a: 'Sign เข้า' }, { a: 'เข้าสู่ระบบ' })).toEqual([
      'en: a has Thai letters',
    ]);
    const listed = { news: { empty: 'ไม่มี' }, search: { airportAliases: { BKK: 'Bangkok, กทม' } } };
    expect(localeProblems(listed, listed)).toEqual([]);
  });

  it('requires equal section ids in Latin characters', () => {
    const part = (id: string) => ({ sections: [{ id }] });
    expect(localeProblems(part('refunds'), part('refunds'))).toEqual([]);
    expect(localeProblems(part('refunds'), part('refund'))).toEqual([
      'sections.0.id differs, and links to it break',
    ]);
  });

  it('compares lists entry by entry', () => {
    expect(localeProblems({ s: [{ t: 'x' }, { t: 'y' }] }, { s: [{ t: 'ก' }] })).toEqual([
      'th: s.1.t is missing',
    ]);
  });
});

describe('unusedIn', () => {
  const page = (path: string, text: string) => ({ path, text });

  it('looks for the keys of a feature in its folder and in files that name it', () => {
    const site = [
      page('/features/wallet/wallet-page.tsx', "t('title')"),
      page('/features/store/store-page.tsx', "t('text')"),
      page(
        '/entities/credit.tsx',
        "useTranslation('wallet'); t(`status.${status}`); type S = 'open'",
      ),
      page('/routes.tsx', "title: 'wallet:pageTitle', texts: 'wallet'"),
    ];
    const keys = ['title', 'text', 'pageTitle', 'status.open', 'status.closed'];
    expect(unusedIn('wallet', keys, site)).toEqual(['text', 'status.closed']);
  });

  it('takes the problems of a rule for used that a form checks, and no other text', () => {
    const form = page('/features/wallet/top-up.ts', "domainCheck<Fields>(topUpProblems, 'wallet')");
    const keys = ['problem.wallet.amount', 'title'];
    expect(unusedIn('wallet', keys, [form])).toEqual(['title']);
    expect(unusedIn('wallet', keys, [page('/routes.tsx', "texts: 'wallet'")])).toEqual(keys);
  });

  it('takes a namespace for a group of texts where it is named with its colon', () => {
    const list = page('/list/list-view.tsx', 'text(`${group}title`)');
    const users = (texts: string) => [list, page('/features/credit/page.tsx', texts)];
    expect(unusedIn('wallet', ['title', 'text'], users('texts="wallet:"'))).toEqual(['text']);
    expect(unusedIn('wallet', ['title'], users("useTranslation('wallet')"))).toEqual(['title']);
  });

  it('takes a file for used that is read as data', () => {
    const reader = page(
      '/features/pages/legal-page.tsx',
      "i18n.getResourceBundle(language, 'terms')",
    );
    expect(unusedIn('terms', ['title'], [reader])).toEqual([]);
    expect(unusedIn('terms', ['title'], [page('/routes.tsx', "'/terms'")])).toEqual(['title']);
  });
});

it('passes on the files the site serves', async () => {
  onlyInWholeSuite();
  const { stdout } = await promisify(execFile)('npx', ['tsx', 'scripts/check-locales.ts']);
  expect(stdout).toContain('en and th hold the same texts');
});
