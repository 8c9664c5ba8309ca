import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import { credentialsOf, withBackend } from '#testing/backend.ts';
import { expectConsoleError } from '#testing/console-errors.ts';
import { mailTo } from '#testing/mailed-links.ts';
import { connectTo, holdAnswers } from '#testing/network.ts';
import { languagesInTest, renderApp } from '#testing/render-app.tsx';

const backend = withBackend({ rateLimit: true });

const texts = {
  en: {
    title: 'Reset Password',
    email: 'Email',
    submit: 'Send Reset Link',
    busy: 'Sending...',
    sent: 'Password reset link sent. Please check your email.',
    failed: 'Failed to send reset link.',
    missing: 'Please enter your email.',
    wait: /^An email was sent just now\. Please try again in \d+ seconds?\.$/,
    network: 'We could not reach the server. Please check your connection and try again.',
  },
  th: {
    title: 'ลืมรหัสผ่าน',
    email: 'อีเมล',
    submit: 'ส่งลิงก์ตั้งรหัสผ่านใหม่',
    busy: 'กำลังส่ง...',
    sent: 'ส่งลิงก์ตั้งรหัสผ่านใหม่แล้ว กรุณาตรวจสอบอีเมลของคุณ',
    failed: 'ส่งลิงก์ตั้งรหัสผ่านใหม่ไม่สำเร็จ',
    missing: 'กรุณากรอกอีเมล',
    wait: /^เพิ่งส่งอีเมลไป กรุณาลองอีกครั้งในอีก \d+ วินาที$/,
    network: 'ติดต่อเซิร์ฟเวอร์ไม่ได้ กรุณาตรวจสอบอินเทอร์เน็ตแล้วลองอีกครั้ง',
  },
};

const member = { en: credentialsOf('member').email, th: credentialsOf('newMember').email };

describe.each(languagesInTest('en'))('a password reset in %s', (language) => {
  const text = texts[language];

  async function open() {
    const { user } = await renderApp({ path: '/reset-password', language });
    await screen.findByRole('heading', { level: 1, name: text.title });
    return {
      user,
      email: screen.getByLabelText<HTMLInputElement>(text.email),
      submit: () => user.click(screen.getByRole('button', { name: text.submit })),
    };
  }

  async function toast(): Promise<HTMLElement> {
    const title = await screen.findByText(text.failed);
    const alert = title.closest<HTMLElement>('[role=alert]');
    if (alert === null) throw new Error('the failure is not announced');
    return alert;
  }

  it('sends a mail with a link back, confirms it, and limits the next mail', async () => {
    const form = await open();
    await form.user.type(form.email, ` ${member[language]} `);
    const answer = holdAnswers();
    await form.submit();
    const pressed = await screen.findByRole('button', { name: text.busy });
    await form.user.click(pressed);
    answer();
    expect(pressed.getAttribute('aria-busy')).toBe('true');
    const sent = await screen.findByText(text.sent);
    expect(sent.closest('[role=status]')).not.toBeNull();
    const mail = await mailTo(backend(), member[language]);
    expect(mail.text).toContain(encodeURIComponent('/reset-password'));

    await form.submit();
    expect((await toast()).textContent).toMatch(/you can only request this after \d+ second/);
    expect(await screen.findByText(text.wait)).toBeTruthy();
    expect(screen.queryByText(text.sent)).toBeNull();
    expect(form.email.value).toContain(member[language]);
  });

  it('shows the same text for an unknown address', async () => {
    const form = await open();
    await form.user.type(form.email, `stranger-${language}@mail.example{Enter}`);
    expect(await screen.findByText(text.sent)).toBeTruthy();
  });

  it('requires the email before it sends', async () => {
    const form = await open();
    await form.submit();
    expect((await toast()).textContent).toContain(text.missing);
    expect(form.email.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(form.email);
  });

  it('keeps the input while the server is unreachable, and works once it is back', async () => {
    onlyInWholeSuite();
    const form = await open();
    const address = `offline-${language}@mail.example`;
    await form.user.type(form.email, address);
    connectTo(undefined);
    await form.submit();
    expect(await within(await toast()).findByText('fetch failed')).toBeTruthy();
    expect(await screen.findByText(text.network)).toBeTruthy();
    expect(form.email.value).toBe(address);
    await expectConsoleError('fetch failed');
    connectTo(backend().url);
    await form.submit();
    await waitFor(() => expect(screen.getByText(text.sent)).toBeTruthy());
  });
});
