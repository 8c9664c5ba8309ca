import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { languages } from '@bkksiam/domain/languages';
import { mailLanguage, renderMail, type MailTemplate } from './templates.ts';

const link =
  'https://bkksiam.example/auth/v1/verify?token=0123&type=signup&redirect_to=https%3A%2F%2Fx';

describe('every mail template', () => {
  const siteUrl = 'https://bkksiam.example';
  const lifetimeSeconds = 3600;
  const templates: readonly MailTemplate[] = [
    'confirmation',
    'invitation',
    'recovery',
    'signInLink',
    'emailChange',
    'emailTaken',
    'reauthentication',
  ];

  // After a change of texts or markup, check the mail and update the hashes.
  it.each([
    ['confirmation', 'en', '283264e9ba12cd8a'],
    ['confirmation', 'th', 'b6bfa6fd70729199'],
    ['invitation', 'en', 'f5d4ab92afec8185'],
    ['invitation', 'th', '9b70a8a475a511c9'],
    ['recovery', 'en', '7c4bde66fe614f6e'],
    ['recovery', 'th', 'f1f3b334fd5249d2'],
    ['signInLink', 'en', '730aa50b1dfe6bab'],
    ['signInLink', 'th', '3767a01c421af74f'],
    ['emailChange', 'en', '8d29d0a00a1549bc'],
    ['emailChange', 'th', 'f2aa47994e6683c0'],
    ['emailTaken', 'en', 'cc6098bd456df535'],
    ['emailTaken', 'th', '93b9eca45c2d5dc0'],
    ['reauthentication', 'en', '53ac4d09387ad5f5'],
    ['reauthentication', 'th', 'd1d07f96f5388271'],
  ] as const)('keeps the approved subject, text and HTML: %s in %s', (template, language, hash) => {
    const bytes = createHash('sha256');
    for (const action of [{ link }, { code: '042317' }, { link, code: '042317' }]) {
      for (const seconds of [3600, 90, null]) {
        const values = { ...action, siteUrl, lifetimeSeconds: seconds };
        const { subject, text, html } = renderMail(template, language, values);
        bytes.update(`${subject}\n${text}${html}`);
      }
    }
    expect(bytes.digest('hex').slice(0, 16)).toBe(hash);
  });

  it('ends with who sends it where a feature is on, whatever is in their details', () => {
    const agency = {
      name_en: 'Sabai <b>Travel</b> & Co.',
      name_th: 'สบายทราเวล',
      address_en: '1 Sample Road\nBangkok',
      address_th: '1 ถนนตัวอย่าง',
      phone: '02-111-1111',
      email: 'desk@sabai.example',
      licence: '11/12345',
      logo: '/storage/v1/object/public/agency/a.webp',
    };
    for (const template of templates) {
      const { text, html } = renderMail(template, 'en', { link, siteUrl, lifetimeSeconds, agency });
      expect(text).toContain(
        '--\nSabai <b>Travel</b> & Co.\n1 Sample Road, Bangkok\n02-111-1111 · desk@sabai.example\nTAT licence no. 11/12345\nhttps://bkksiam.example\n',
      );
      expect(html).toContain('Sabai &lt;b&gt;Travel&lt;/b&gt; &amp; Co.');
      expect(html).toContain(
        '<img src="https://bkksiam.example/storage/v1/object/public/agency/a.webp"',
      );
    }
    const thai = renderMail('recovery', 'th', {
      ...{ link, siteUrl, lifetimeSeconds },
      agency: { ...agency, licence: null, logo: null },
    });
    expect(thai.text).toContain(
      '--\nสบายทราเวล\n1 ถนนตัวอย่าง\n02-111-1111 · desk@sabai.example\nhttps',
    );
    expect(thai.html).not.toContain('<img');
  });

  it('is written in both languages, each with texts of its own', () => {
    const subjects = new Set<string>();
    for (const template of templates) {
      for (const language of languages) {
        const mail = renderMail(template, language, { link, siteUrl, lifetimeSeconds });
        subjects.add(mail.subject);
        expect(mail.html).toContain(`lang="${language}"`);
        expect(/[\u0E00-\u0E7F]/.test(mail.text)).toBe(language === 'th');
        expect(mail.text).not.toMatch(/undefined|\[object/);
        expect(mail.html).not.toMatch(/undefined|\[object|<img|<script|url\(/);
      }
    }
    expect(subjects.size).toBe(14);
  });

  it.each([
    [3600, '1 hour', '1 ชั่วโมง'],
    [7200, '2 hours', '2 ชั่วโมง'],
    [86_400, '24 hours', '24 ชั่วโมง'],
    [5400, '90 minutes', '90 นาที'],
    [60, '1 minute', '1 นาที'],
    [90, '90 seconds', '90 วินาที'],
  ])('says that a link of %d s expires in %s', (seconds, english, thai) => {
    for (const action of [{ link }, { code: '042317' }]) {
      const values = { ...action, siteUrl, lifetimeSeconds: seconds };
      const en = renderMail('recovery', 'en', values);
      const th = renderMail('recovery', 'th', values);
      for (const text of [en.text, en.html]) expect(text).toContain(`expires in ${english}.`);
      for (const text of [th.text, th.html]) expect(text).toContain(`จะหมดอายุใน ${thai}`);
    }
  });

  it.each([
    ['en', 'Or enter this code on the BKK Siam website:', 'expire in 1 hour.'],
    ['th', 'หรือกรอกรหัสนี้ในเว็บไซต์ BKK Siam:', 'จะหมดอายุใน 1 ชั่วโมง'],
  ] as const)('shows a code beside the link in %s', (language, instead, expires) => {
    const values = { link, code: '042317', siteUrl, lifetimeSeconds };
    const mail = renderMail('signInLink', language, values);
    expect(mail.text).toContain(`${link}\n\n${instead}\n042317\n`);
    expect(mail.html).toContain('class="button"');
    expect(mail.html).toContain('>042317<');
    for (const text of [mail.text, mail.html]) expect(text).toContain(expires);
  });

  it('shows a code as a code, without a link to follow', () => {
    const mail = renderMail('reauthentication', 'en', {
      code: '042317',
      siteUrl,
      lifetimeSeconds,
    });
    expect(mail.text).toContain('Your code:\n042317\n');
    expect(mail.html).toContain('>042317<');
    expect(mail.html).not.toContain('class="button"');
  });
});

describe('the language of a mail', () => {
  it.each([
    ['th', 'en-US', 'th'],
    ['en', 'th-TH', 'en'],
    [undefined, 'th-TH,th;q=0.9,en;q=0.8', 'th'],
    [undefined, 'de, en;q=0.4, th;q=0.6', 'th'],
    [undefined, 'th;q=0, de', 'en'],
    ['fr', undefined, 'en'],
    [7, 'TH', 'th'],
    [undefined, 'thx', 'en'],
  ])('chosen %s, browser %s: %s', (chosen, accepted, expected) => {
    expect(mailLanguage(chosen, accepted)).toBe(expected);
  });
});
