import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { withBackend } from '#testing/backend.ts';
import { mailTo, whereLinkLeads } from '#testing/mailed-links.ts';
import { languagesInTest, renderApp } from '#testing/render-app.tsx';
import { toastRegion } from '#testing/toasts.ts';

const backend = withBackend();

const texts = {
  en: {
    title: 'Create your account',
    fullName: 'Full name',
    email: 'Email',
    password: 'Password',
    show: 'Show password',
    submit: 'Create account',
    hint: 'At least 6 characters',
    created: 'Account Created!',
    createdText: 'Please check your email to confirm your account.',
    failed: 'Sign up Failed',
    missingName: 'Please enter your full name.',
    missingEmail: 'Please enter your email.',
    tooShort: 'Please use at least 6 characters.',
    provide: 'You must provide either an email or phone number and a password',
    check: 'Please check what you have entered.',
    mail: /confirm/i,
    terms: 'terms (opens in a new tab)',
    privacy: 'privacy policy (opens in a new tab)',
  },
  th: {
    title: 'สร้างบัญชีของคุณ',
    fullName: 'ชื่อ-นามสกุล',
    email: 'อีเมล',
    password: 'รหัสผ่าน',
    show: 'แสดงรหัสผ่าน',
    submit: 'สร้างบัญชี',
    hint: 'อย่างน้อย 6 ตัวอักษร',
    created: 'สร้างบัญชีแล้ว!',
    createdText: 'กรุณาเปิดอีเมลเพื่อยืนยันบัญชีของคุณ',
    failed: 'สมัครสมาชิกไม่สำเร็จ',
    missingName: 'กรุณากรอกชื่อ-นามสกุล',
    missingEmail: 'กรุณากรอกอีเมล',
    tooShort: 'กรุณาใช้รหัสผ่านอย่างน้อย 6 ตัวอักษร',
    provide: 'กรุณากรอกอีเมลหรือเบอร์โทรศัพท์ พร้อมรหัสผ่าน',
    check: 'กรุณาตรวจสอบข้อมูลที่กรอก',
    mail: /ยืนยัน/,
    terms: 'ข้อกำหนดการใช้งาน (เปิดในแท็บใหม่)',
    privacy: 'นโยบายความเป็นส่วนตัว (เปิดในแท็บใหม่)',
  },
};

async function accounts(email: string) {
  return backend().database.sql<{ meta: Record<string, unknown> }>(
    'select raw_user_meta_data as meta from auth.users where email = $1',
    [email],
  );
}

describe.each(languagesInTest('en'))('sign-up in %s', (language) => {
  const text = texts[language];

  async function open(path = '/signup') {
    const { user } = await renderApp({ path, language });
    await screen.findByRole('heading', { level: 1, name: text.title });
    const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
    return {
      user,
      fullName: field(text.fullName),
      email: field(text.email),
      password: field(text.password),
      submit: () => user.click(screen.getByRole('button', { name: text.submit })),
    };
  }

  it('creates one account however often it is submitted, points to the mail and opens the home page', async () => {
    const address = `new-${language}@mail.example`;
    const form = await open();
    await form.user.type(form.fullName, 'สมหญิง ใจดี');
    await form.user.type(form.email, `  ${address} `);
    await form.user.type(form.password, '123456{Enter}{Enter}');
    const toasts = within(await toastRegion());
    expect(await toasts.findByText(text.created)).toBeTruthy();
    expect(toasts.getByText(text.createdText)).toBeTruthy();
    await waitFor(() => expect(window.location.pathname).toBe('/'));
    expect(await accounts(address)).toHaveLength(1);
    await waitFor(async () => {
      const mails = await backend().mails();
      const mine = mails.filter(({ to }) => to?.[0]?.address === address);
      expect(mine.map(({ subject }) => subject)).toEqual([expect.stringMatching(text.mail)]);
    });
    await whereLinkLeads(backend(), await mailTo(backend(), address));
    const [confirmed] = await accounts(address);
    expect(confirmed?.meta).toMatchObject({ full_name: 'สมหญิง ใจดี', language });
  });

  it('shows errors for missing fields and focuses the first', async () => {
    const form = await open('/register');
    await form.submit();
    expect(await screen.findByText(text.provide)).toBeTruthy();
    expect(screen.getByText(text.failed)).toBeTruthy();
    expect(form.fullName.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(form.fullName);
    expect(screen.getByText(text.missingName)).toBeTruthy();
    expect(screen.getByText(text.missingEmail)).toBeTruthy();
    await form.user.type(form.fullName, 'N');
    expect(screen.queryByText(text.missingName)).toBeNull();
  });

  it('requires six characters before it sends, and keeps the input', async () => {
    const form = await open();
    expect(screen.getByText(text.hint)).toBeTruthy();
    await form.user.type(form.fullName, 'Nattaya');
    await form.user.type(form.email, `short-${language}@mail.example`);
    await form.user.type(form.password, '12345');
    await form.submit();
    expect(await screen.findByText(text.tooShort)).toBeTruthy();
    expect(document.activeElement).toBe(form.password);
    expect(form.password.value).toBe('12345');
    expect(await accounts(`short-${language}@mail.example`)).toHaveLength(0);
  });

  it('shows the message of the server in a toast and its meaning in the form', async () => {
    const form = await open();
    await form.user.type(form.fullName, 'Nattaya');
    await form.user.type(form.email, 'no address');
    await form.user.type(form.password, '123456');
    await form.submit();
    const toast = within(screen.getAllByRole('alert')[0] ?? document.body);
    expect(await toast.findByText(text.failed)).toBeTruthy();
    expect(toast.getByText(/validate email address/)).toBeTruthy();
    expect(await screen.findByText(text.check)).toBeTruthy();
    expect(window.location.pathname).toBe('/signup');
  });

  it('links terms and privacy in tabs of their own, so that what was typed stays', async () => {
    await open();
    for (const [name, path] of [
      [text.terms, '/terms'],
      [text.privacy, '/privacy'],
    ] as const) {
      const link = screen.getByRole('link', { name });
      expect(link.getAttribute('href')).toBe(path);
      expect(link.getAttribute('target')).toBe('_blank');
    }
  });

  it('shows the password by its button', async () => {
    const form = await open();
    expect(form.password.type).toBe('password');
    await form.user.click(screen.getByRole('button', { name: text.show }));
    expect(form.password.type).toBe('text');
  });
});
