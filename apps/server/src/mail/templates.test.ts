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
    ['confirmation', 'en', '9475c7cb7edb6662'],
    ['confirmation', 'th', '6fa67fc9383e412d'],
    ['invitation', 'en', '47673e45b9a0b722'],
    ['invitation', 'th', 'c03ae3fa88969694'],
    ['recovery', 'en', '04019c7d309f6974'],
    ['recovery', 'th', '3cca668d862b0a20'],
    ['signInLink', 'en', 'ebd1daed43c3969e'],
    ['signInLink', 'th', '4d0d49826e24df0a'],
    ['emailChange', 'en', '0e86a195708232f6'],
    ['emailChange', 'th', '18f875dafa515942'],
    ['emailTaken', 'en', 'a89f176ddbd95dbc'],
    ['emailTaken', 'th', '9c0e6caaad46acf3'],
    ['reauthentication', 'en', '9aee746ed8e827fc'],
    ['reauthentication', 'th', '8d29581253968186'],
  ] as const)('keeps the approved subject, text and HTML: %s in %s', (template, language, hash) => {
    const bytes = createHash('sha256');
    for (const action of [{ link }, { code: '042317' }]) {
      for (const seconds of [3600, 90, null]) {
        const values = { ...action, siteUrl, lifetimeSeconds: seconds };
        const { subject, text, html } = renderMail(template, language, values);
        bytes.update(`${subject}\n${text}${html}`);
      }
    }
    expect(bytes.digest('hex').slice(0, 16)).toBe(hash);
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
