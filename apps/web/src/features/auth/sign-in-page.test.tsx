import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { credentialsOf, withBackend } from '#testing/backend.ts';
import { renderApp } from '#testing/render-app.tsx';

const backend = withBackend();

const words = {
  en: {
    title: 'Welcome back',
    email: 'Email',
    password: 'Password',
    submit: 'Sign In',
    close: 'Close',
    forgot: 'Forgot password?',
    signUp: 'Sign Up',
    failed: 'Sign in Failed',
    wrong: 'The email or password is not right. Please check both and try again.',
    provide: 'You must provide either an email or phone number and a password',
    missingPassword: 'Please enter a password.',
  },
  th: {
    title: 'ยินดีต้อนรับกลับมา',
    email: 'อีเมล',
    password: 'รหัสผ่าน',
    submit: 'เข้าสู่ระบบ',
    close: 'ปิด',
    forgot: 'ลืมรหัสผ่าน?',
    signUp: 'สมัครสมาชิก',
    failed: 'เข้าสู่ระบบไม่สำเร็จ',
    wrong: 'อีเมลหรือรหัสผ่านไม่ถูกต้อง กรุณาตรวจสอบแล้วลองอีกครั้ง',
    provide: 'กรุณากรอกอีเมลหรือเบอร์โทรศัพท์ พร้อมรหัสผ่าน',
    missingPassword: 'กรุณากรอกรหัสผ่าน',
  },
};

async function logins(email: string): Promise<number> {
  const rows = await backend().database.sql(
    `select from public.bkk_login_logs where email = $1 and event = 'login' and success`,
    [email],
  );
  return rows.length;
}

describe.each(['en', 'th'] as const)('sign-in in %s', (language) => {
  const text = words[language];

  async function open() {
    const { user } = await renderApp({ path: '/login', language });
    const dialog = within(await screen.findByRole('dialog', { name: text.title }));
    return {
      user,
      dialog,
      email: dialog.getByLabelText<HTMLInputElement>(text.email),
      password: dialog.getByLabelText<HTMLInputElement>(text.password),
      submit: () => user.click(dialog.getByRole('button', { name: text.submit })),
    };
  }

  it('leads to the dashboard and logs the sign-in once', async () => {
    const member = credentialsOf('newMember');
    const before = await logins(member.email);
    const form = await open();
    expect(document.activeElement).toBe(form.email);
    await form.user.type(form.email, ` ${member.email} `);
    await form.user.type(form.password, `${member.password}{Enter}`);
    expect(await screen.findByRole('heading', { level: 1, name: /Malee Srisuk/ })).toBeTruthy();
    expect(window.location.pathname).toBe('/dashboard');
    await waitFor(async () => expect(await logins(member.email)).toBe(before + 1));
  });

  it('says that the password is wrong in a toast and beside the form, and keeps what was typed', async () => {
    const form = await open();
    await form.user.type(form.email, credentialsOf('member').email);
    await form.user.type(form.password, 'not my password');
    await form.submit();
    expect(await screen.findByText(text.failed)).toBeTruthy();
    expect(screen.getByText('Invalid login credentials')).toBeTruthy();
    expect(form.dialog.getByText(text.wrong)).toBeTruthy();
    expect(form.email.value).toBe(credentialsOf('member').email);
    expect(window.location.pathname).toBe('/login');
  });

  it('names what is missing', async () => {
    const form = await open();
    await form.user.type(form.email, 'a@b.co');
    await form.submit();
    expect(await screen.findByText(text.provide)).toBeTruthy();
    expect(form.dialog.getByText(text.missingPassword)).toBeTruthy();
    expect(document.activeElement).toBe(form.password);
  });

  it('offers the ways to a new password and a new account', async () => {
    const { dialog } = await open();
    const target = (name: string) => dialog.getByRole('link', { name }).getAttribute('href');
    expect(target(text.forgot)).toBe('/reset-password');
    expect(target(text.signUp)).toBe('/signup');
  });

  it.each(['its button', 'Escape'])('goes back when it is closed by %s', async (means) => {
    window.history.pushState(null, '', '/nowhere');
    const { user, dialog } = await open();
    if (means === 'Escape') await user.keyboard('{Escape}');
    else await user.click(dialog.getByRole('button', { name: text.close }));
    await waitFor(() => expect(window.location.pathname).toBe('/nowhere'));
    expect(await screen.findByRole('heading', { name: '404 - Not Found' })).toBeTruthy();
  });

  it('sends on who is signed in already', async () => {
    await renderApp({ path: '/login', as: 'member', language });
    expect(await screen.findByRole('heading', { level: 1, name: /Nattaya/ })).toBeTruthy();
    expect(window.location.pathname).toBe('/dashboard');
  });
});
