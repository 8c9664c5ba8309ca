import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import { credentialsOf, withBackend } from '#testing/backend.ts';
import { expectConsoleError } from '#testing/console-errors.ts';
import { connectTo } from '#testing/network.ts';
import { languagesInTest, renderApp } from '#testing/render-app.tsx';

const backend = withBackend();

const texts = {
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
    magic: 'Magic link',
    send: 'Send Magic Link',
    sent: 'Magic Link Sent!',
    sendFailed: 'Magic Link Failed',
    missingEmail: 'Please enter your email.',
    sentTo: 'The link and the code are on their way to malee@bkksiam.example. Each works once.',
    network: 'We could not reach the server. Please check your connection and try again.',
  },
  th: {
    title: 'ยินดีต้อนรับ',
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
    magic: 'ลิงก์ทางอีเมล',
    send: 'ส่งลิงก์เข้าสู่ระบบ',
    sent: 'ส่งลิงก์แล้ว!',
    sendFailed: 'ส่งลิงก์ไม่สำเร็จ',
    missingEmail: 'กรุณากรอกอีเมล',
    sentTo: 'กำลังส่งลิงก์และรหัสไปที่ malee@bkksiam.example ใช้ได้อย่างละครั้ง',
    network: 'ติดต่อเซิร์ฟเวอร์ไม่ได้ กรุณาตรวจสอบอินเทอร์เน็ตแล้วลองอีกครั้ง',
  },
};

async function logins(email: string): Promise<number> {
  const rows = await backend().database.sql(
    `select from public.bkk_login_logs where email = $1 and event = 'login' and success`,
    [email],
  );
  return rows.length;
}

describe.each(languagesInTest('en'))('sign-in in %s', (language) => {
  const text = texts[language];

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

  it('opens the dashboard and logs the sign-in once', async () => {
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

  it('shows a wrong password in a toast and in the form, and keeps the input', async () => {
    const form = await open();
    await form.user.type(form.email, credentialsOf('member').email);
    await form.user.type(form.password, 'not my password');
    await form.submit();
    expect(await screen.findByText(text.failed)).toBeTruthy();
    expect(screen.getByText('Invalid login credentials')).toBeTruthy();
    expect(await form.dialog.findByText(text.wrong)).toBeTruthy();
    expect(form.email.value).toBe(credentialsOf('member').email);
    expect(window.location.pathname).toBe('/login');
  });

  it('shows errors for missing input', async () => {
    const form = await open();
    await form.user.type(form.email, 'a@b.co');
    await form.submit();
    expect(await screen.findByText(text.provide)).toBeTruthy();
    expect(form.dialog.getByText(text.missingPassword)).toBeTruthy();
    expect(document.activeElement).toBe(form.password);
  });

  it('mails a link that opens the dashboard, and keeps the email when the method changes', async () => {
    const { email } = credentialsOf('newMember');
    const before = (await backend().mails()).length;
    const form = await open();
    await form.user.type(form.email, ` ${email} `);
    const magic = form.dialog.getByRole('button', { name: text.magic });
    expect(magic.getAttribute('aria-pressed')).toBe('false');
    await form.user.click(magic);
    expect(magic.getAttribute('aria-pressed')).toBe('true');
    expect(form.dialog.queryByLabelText(text.password)).toBeNull();
    await form.user.click(form.dialog.getByRole('button', { name: text.send }));
    const toast = await screen.findByText(text.sent);
    expect(toast.closest('[role=status]')).not.toBeNull();
    expect(await form.dialog.findByText(text.sentTo)).toBeTruthy();
    expect(window.location.pathname).toBe('/login');
    const mail = await waitFor(async () => {
      const mails = await backend().mails();
      expect(mails).toHaveLength(before + 1);
      return mails.at(-1);
    });
    expect(mail?.to?.[0]?.address).toBe(email);
    expect(mail?.text).toContain(encodeURIComponent(`${window.location.origin}/dashboard`));
  });

  it('shows why no link was sent', async () => {
    onlyInWholeSuite();
    const form = await open();
    await form.user.click(form.dialog.getByRole('button', { name: text.magic }));
    const send = form.dialog.getByRole('button', { name: text.send });
    await form.user.click(send);
    const alert = (await screen.findByText(text.sendFailed)).closest('[role=alert]');
    expect(alert?.textContent).toContain(text.missingEmail);
    expect(document.activeElement).toBe(form.email);
    await form.user.type(form.email, 'offline@mail.example');
    connectTo(undefined);
    await form.user.click(send);
    expect(await form.dialog.findByText(text.network)).toBeTruthy();
    connectTo(backend().url);
    await expectConsoleError('fetch failed');
    expect(form.email.value).toBe('offline@mail.example');
    expect(form.dialog.queryByText(text.sentTo)).toBeNull();
  });

  it('links to the password reset and the sign-up', async () => {
    const { dialog } = await open();
    const target = (name: string) => dialog.getByRole('link', { name }).getAttribute('href');
    expect(target(text.forgot)).toBe('/reset-password');
    expect(target(text.signUp)).toBe('/signup');
  });

  it.each(['its button', 'Escape'])('goes back when closed by %s', async (means) => {
    window.history.pushState(null, '', '/nowhere');
    const { user, dialog } = await open();
    if (means === 'Escape') await user.keyboard('{Escape}');
    else await user.click(dialog.getByRole('button', { name: text.close }));
    await waitFor(() => expect(window.location.pathname).toBe('/nowhere'));
    expect(await screen.findByRole('heading', { name: '404 - Not Found' })).toBeTruthy();
  });

  it('redirects a signed-in user', async () => {
    await renderApp({ path: '/login', as: 'member', language });
    expect(await screen.findByRole('heading', { level: 1, name: /Nattaya/ })).toBeTruthy();
    expect(window.location.pathname).toBe('/dashboard');
  });
});
