import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import { credentialsOf, withBackend } from '#testing/backend.ts';
import { codeIn, mailTo, otherCode, whereLinkLeads } from '#testing/mailed-links.ts';
import { languagesInTest, renderApp } from '#testing/render-app.tsx';
import { enrolFactor, forgetFactors } from '#testing/second-factor.ts';

const backend = withBackend();

const texts = {
  en: {
    email: 'Email',
    fullName: 'Full name',
    password: 'Password',
    code: 'Code from the email',
    hint: '6 digits. The link in the email works too.',
    submit: 'Continue with Code',
    failed: 'Code Not Accepted',
    wrong: 'The code is not right or has expired. Please check it, or ask for a new email.',
    missing: 'Please enter all 6 digits.',
    byLink: 'Magic link',
    sendLink: 'Send Magic Link',
    signIn: 'Sign In',
    reset: 'Send Reset Link',
    newPassword: 'Set New Password',
    secondFactor: 'Two-step verification',
    factorCode: '6-digit code',
    signUp: 'Create account',
    created: 'Account Created!',
    startOver: 'Sign up again',
    resend: 'Send a new email',
    resendWait: /^Send a new email in \d+ seconds$/,
    confirm: 'Confirm your email',
    confirmed: 'Email Confirmed!',
    notConfirmed: 'Please confirm your email first: open the link or enter the code we sent you.',
  },
  th: {
    email: 'อีเมล',
    fullName: 'ชื่อ-นามสกุล',
    password: 'รหัสผ่าน',
    code: 'รหัสจากอีเมล',
    hint: 'ตัวเลข 6 หลัก หรือจะกดลิงก์ในอีเมลแทนก็ได้',
    submit: 'ยืนยันรหัส',
    failed: 'รหัสใช้ไม่ได้',
    wrong: 'รหัสไม่ถูกต้องหรือหมดอายุแล้ว กรุณาตรวจสอบอีกครั้งหรือขออีเมลใหม่',
    missing: 'กรุณากรอกรหัสให้ครบ 6 หลัก',
    byLink: 'ลิงก์ทางอีเมล',
    sendLink: 'ส่งลิงก์เข้าสู่ระบบ',
    signIn: 'เข้าสู่ระบบ',
    reset: 'ส่งลิงก์ตั้งรหัสผ่านใหม่',
    newPassword: 'ตั้งรหัสผ่านใหม่',
    secondFactor: 'ยืนยันตัวตนสองขั้นตอน',
    factorCode: 'รหัส 6 หลัก',
    signUp: 'สร้างบัญชี',
    created: 'สร้างบัญชีแล้ว!',
    startOver: 'สมัครใหม่',
    resend: 'ส่งอีเมลอีกครั้ง',
    resendWait: /^ขออีเมลใหม่ได้ในอีก \d+ วินาที$/,
    confirm: 'ยืนยันอีเมลของคุณ',
    confirmed: 'ยืนยันอีเมลแล้ว!',
    notConfirmed: 'กรุณายืนยันอีเมลก่อน โดยกดลิงก์หรือกรอกรหัสที่เราส่งให้คุณ',
  },
};

async function mailsTo(address: string): Promise<number> {
  const mails = await backend().mails();
  return mails.filter(({ to }) => to?.[0]?.address === address).length;
}

async function confirmedAt(address: string): Promise<unknown> {
  const [row] = await backend().database.sql<{ at: unknown }>(
    'select email_confirmed_at as at from auth.users where email = $1',
    [address],
  );
  return row?.at;
}

const write = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

beforeEach(() => sessionStorage.clear());
beforeEach(() => backend().database.sql('delete from bkksiam_private.limits'));

describe.each(languagesInTest('th'))('the code of a mail, in %s', (language) => {
  const text = texts[language];
  const codeField = () => screen.findByLabelText<HTMLInputElement>(text.code);

  /** Asks for a link at the sign-in; the mail that was sent. */
  async function askForLink(email: string) {
    const before = await mailsTo(email);
    const { user, router } = await renderApp({ path: '/login', language });
    await user.click(await screen.findByRole('button', { name: text.byLink }));
    write(screen.getByLabelText(text.email), email);
    await user.click(screen.getByRole('button', { name: text.sendLink }));
    const field = await codeField();
    return { user, router, field, mail: await mailTo(backend(), email, before + 1) };
  }

  async function askForPassword(email: string) {
    const before = await mailsTo(email);
    const { user, router } = await renderApp({ path: '/reset-password', language });
    write(await screen.findByLabelText(text.email), email);
    await user.click(screen.getByRole('button', { name: text.reset }));
    const field = await codeField();
    return { user, router, field, mail: await mailTo(backend(), email, before + 1) };
  }

  async function signUp(email: string) {
    const { user, router } = await renderApp({ path: '/signup', language });
    write(await screen.findByLabelText(text.fullName), 'สมหญิง ใจดี');
    write(screen.getByLabelText(text.email), email);
    write(screen.getByLabelText(text.password), 'river-dusk');
    await user.click(screen.getByRole('button', { name: text.signUp }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    return { user, router };
  }

  async function expectRefused(user: UserEvent, field: HTMLInputElement, code: string) {
    await user.clear(field);
    await user.type(field, `${code}{Enter}`);
    const alert = (await screen.findByText(text.failed)).closest('[role=alert]');
    expect(alert?.textContent).toContain(text.wrong);
    expect(await screen.findByText(text.wrong, { selector: 'form *' })).toBeTruthy();
    expect(field.value).toBe(code);
  }

  it('signs in where the link was asked for, also after a scanner has opened the link', async () => {
    const { user, router, field, mail } = await askForLink(credentialsOf('newMember').email);
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(field).toMatchObject({ inputMode: 'numeric', autocomplete: 'one-time-code' });
    const described = field.getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(described)?.textContent).toBe(text.hint);

    await user.type(field, '12');
    await user.click(screen.getByRole('button', { name: text.submit }));
    expect(screen.getByText(text.missing)).toBeTruthy();
    expect(document.activeElement).toBe(field);

    const code = codeIn(mail);
    await expectRefused(user, field, otherCode(code));
    expect((await whereLinkLeads(backend(), mail)).hash).toContain('access_token');
    await user.clear(field);
    await user.click(field);
    await user.paste(` ${code.slice(0, 3)} ${code.slice(3)} `);
    expect(field.value).toBe(code);
    await user.click(screen.getByRole('button', { name: text.submit }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
    expect(await screen.findByRole('heading', { level: 1, name: /Malee Srisuk/ })).toBeTruthy();
  });

  it('is asked for as long as the address is the one the mail went to', async () => {
    onlyInWholeSuite();
    const { user } = await askForLink(`stranger-${language}@mail.example`);
    await user.type(screen.getByLabelText(text.email), 'x');
    expect(screen.queryByLabelText(text.code)).toBeNull();
    await user.type(screen.getByLabelText(text.email), '{Backspace}');
    expect(await codeField()).toBeTruthy();
    const dialog = within(screen.getByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: text.password }));
    expect(screen.queryByLabelText(text.code)).toBeNull();
  });

  it('of a recovery leads to the new password', async () => {
    const { email } = credentialsOf('member');
    const { user, router, field, mail } = await askForPassword(email);
    const code = codeIn(mail);
    await expectRefused(user, field, otherCode(code));
    await user.clear(field);
    await user.type(field, `${code}{Enter}`);
    await screen.findByRole('heading', { level: 1, name: text.newPassword });
    await screen.findByText(new RegExp(email));
    expect(router.state.location.pathname).toBe('/reset-password');
    expect(window.history.state).toMatchObject({ mailedLink: 'recovery' });
  });

  it('of a recovery needs the second factor too, where there is one', async () => {
    const factor = await enrolFactor(backend(), 'member');
    const { user, field, mail } = await askForPassword(credentialsOf('member').email);
    await user.type(field, `${codeIn(mail)}{Enter}`);
    await screen.findByRole('heading', { level: 1, name: text.secondFactor });
    await user.type(screen.getByLabelText(text.factorCode), `${await factor.freshCode()}{Enter}`);
    await screen.findByRole('heading', { level: 1, name: text.newPassword });
    await forgetFactors(backend());
  });

  it('of a sign-up is asked for by a panel until it signs in', async () => {
    const email = `panel-${language}@mail.example`;
    const { router } = await signUp(email);
    await screen.findByRole('region', { name: text.confirm });
    const mail = await mailTo(backend(), email);
    await act(() => router.navigate('/about'));
    expect(await screen.findByRole('region', { name: text.confirm })).toBeTruthy();
    cleanup();
    // As after a reload.
    const { user } = await renderApp({ path: '/', language });
    const panel = await screen.findByRole('region', { name: text.confirm });
    expect(panel.textContent).toContain(email);
    const field = await codeField();
    expect(document.activeElement).not.toBe(field);
    await expectRefused(user, field, otherCode(codeIn(mail)));
    expect(await confirmedAt(email)).toBeNull();
    await user.clear(field);
    await user.type(field, `${codeIn(mail)}{Enter}`);
    const confirmed = await screen.findByText(text.confirmed);
    expect(confirmed.closest('[role=status]')).not.toBeNull();
    await waitFor(() => expect(screen.queryByRole('region', { name: text.confirm })).toBeNull());
    expect(await confirmedAt(email)).not.toBeNull();
    expect(sessionStorage.getItem('bkksiam-unconfirmed-email')).toBeNull();
  });

  it('of a sign-up is not asked for once another is begun; the panel folds up', async () => {
    onlyInWholeSuite();
    const { user } = await signUp(`folded-${language}@mail.example`);
    await user.click(await screen.findByRole('button', { name: text.confirm }));
    expect(screen.queryByLabelText(text.code)).toBeNull();
    await user.click(screen.getByRole('button', { name: text.confirm }));
    await user.click(screen.getByRole('link', { name: text.startOver }));
    expect(await screen.findByLabelText(text.fullName)).toBeTruthy();
    expect(sessionStorage.getItem('bkksiam-unconfirmed-email')).toBeNull();
  });

  it('of a sign-up is entered at a sign-in before the confirmation', async () => {
    onlyInWholeSuite();
    const email = `later-${language}@mail.example`;
    await signUp(email);
    const mail = await mailTo(backend(), email);
    cleanup();
    const { user, router } = await renderApp({ path: '/login', language });
    const dialog = within(await screen.findByRole('dialog'));
    write(dialog.getByLabelText(text.email), email);
    await user.type(dialog.getByLabelText(text.password), 'river-dusk{Enter}');
    expect(await dialog.findByText(text.notConfirmed)).toBeTruthy();
    // The code is the one thing to do; another mail is offered.
    expect(dialog.queryByLabelText(text.password, { selector: 'input' })).toBeNull();
    expect(dialog.queryByRole('button', { name: text.signIn })).toBeNull();
    await user.click(dialog.getByRole('button', { name: text.resend }));
    expect(await dialog.findByRole('button', { name: text.resendWait })).toBeTruthy();
    await user.type(await codeField(), `${codeIn(mail)}{Enter}`);
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
    expect(await confirmedAt(email)).not.toBeNull();
  });
});
