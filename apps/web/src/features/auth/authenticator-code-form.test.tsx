import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import { credentialsOf, withBackend } from '#testing/backend.ts';
import { networkQuiet } from '#testing/network.ts';
import { languagesInTest, renderApp } from '#testing/render-app.tsx';
import { enrolFactor, forgetFactors, otherDevice } from '#testing/second-factor.ts';

const backend = withBackend();

const texts = {
  en: {
    signIn: 'Welcome back',
    email: 'Email',
    password: 'Password',
    submit: 'Sign In',
    title: 'Two-step verification',
    shownFor: (email: string) => `Enter the code that your authenticator app shows for ${email}`,
    code: '6-digit code',
    verify: 'Verify',
    failed: 'Verification Failed',
    wrong: 'The code is not right, or it was used before. Please wait for the next one.',
    missing: 'Please enter all 6 digits.',
    lost: /An admin can reset two-step verification for you/,
    other: 'Use another account',
  },
  th: {
    signIn: 'ยินดีต้อนรับ',
    email: 'อีเมล',
    password: 'รหัสผ่าน',
    submit: 'เข้าสู่ระบบ',
    title: 'ยืนยันตัวตนสองขั้นตอน',
    shownFor: (email: string) => `กรอกรหัสที่แอปยืนยันตัวตนแสดงสำหรับ ${email}`,
    code: 'รหัส 6 หลัก',
    verify: 'ยืนยัน',
    failed: 'ยืนยันไม่สำเร็จ',
    wrong: 'รหัสไม่ถูกต้องหรือถูกใช้ไปแล้ว กรุณารอรหัสถัดไปแล้วลองอีกครั้ง',
    missing: 'กรุณากรอกรหัสให้ครบ 6 หลัก',
    lost: /ขอให้ผู้ดูแลรีเซ็ตการยืนยันตัวตนสองขั้นตอน/,
    other: 'ใช้บัญชีอื่น',
  },
};

async function logins(email: string): Promise<number> {
  const rows = await backend().database.sql('select from public.bkk_login_logs where email = $1', [
    email,
  ]);
  return rows.length;
}

beforeEach(() => forgetFactors(backend()));

describe.each(languagesInTest('en'))('the code of an authenticator, in %s', (language) => {
  const text = texts[language];

  async function codeForm() {
    const dialog = within(await screen.findByRole('dialog', { name: text.title }));
    const field = await dialog.findByLabelText<HTMLInputElement>(text.code);
    return { dialog, field, verify: dialog.getByRole('button', { name: text.verify }) };
  }

  it('is required after the password, and the sign-in is logged once', async () => {
    const member = credentialsOf('member');
    const factor = await enrolFactor(backend(), 'member');
    const before = await logins(member.email);
    const { user, router } = await renderApp({ path: '/login', language });
    const dialog = within(await screen.findByRole('dialog', { name: text.signIn }));
    await user.type(dialog.getByLabelText(text.email), member.email);
    await user.type(dialog.getByLabelText(text.password), `${member.password}{Enter}`);

    const form = await codeForm();
    expect(form.dialog.getByText(text.shownFor(member.email))).toBeTruthy();
    expect(form.dialog.getByText(text.lost)).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(form.field));
    expect(form.field).toMatchObject({ inputMode: 'numeric', autocomplete: 'one-time-code' });
    expect(router.state.location.pathname).toBe('/login');

    await user.type(form.field, '12');
    await user.click(form.verify);
    expect(form.dialog.getByText(text.missing)).toBeTruthy();
    await user.clear(form.field);
    await user.type(form.field, `${factor.wrongCode()}{Enter}`);
    expect(await form.dialog.findByText(text.wrong)).toBeTruthy();
    expect(await screen.findByText(text.failed)).toBeTruthy();

    const code = await factor.freshCode();
    await user.clear(form.field);
    await user.type(form.field, `${code.slice(0, 3)} ${code.slice(3)}`);
    expect(form.field.value).toBe(code);
    await user.click(form.verify);
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
    expect(await screen.findByRole('heading', { level: 1, name: /Nattaya/ })).toBeTruthy();
    await waitFor(async () => expect(await logins(member.email)).toBe(before + 1));
  });

  it('is required again where an admin signed in by password alone opens /admin', async () => {
    const factor = await enrolFactor(backend(), 'admin');
    const { user, router } = await renderApp({ path: '/admin', as: 'admin', language });
    const form = await codeForm();
    expect(router.state.location.pathname).toBe('/login');
    await user.type(form.field, `${await factor.freshCode()}{Enter}`);
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
    await act(() => router.navigate('/admin'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin'));
  });

  it('can be skipped: another account signs in, and other devices stay signed in', async () => {
    onlyInWholeSuite();
    await enrolFactor(backend(), 'member');
    const elsewhere = await otherDevice(backend(), 'member');
    const { user } = await renderApp({ path: '/login', as: 'member', language });
    const form = await codeForm();
    await user.click(form.dialog.getByRole('button', { name: text.other }));
    const dialog = within(await screen.findByRole('dialog', { name: text.signIn }));
    expect(dialog.getByLabelText(text.email)).toBeTruthy();
    expect((await elsewhere.auth.getUser()).error).toBeNull();
  });
});

it('is not required once an admin has reset it', async () => {
  await enrolFactor(backend(), 'member');
  const { router } = await renderApp({ path: '/dashboard', as: 'member' });
  await screen.findByRole('dialog', { name: texts.en.title });
  // A check still in progress would know the state before.
  await networkQuiet();
  await backend().database.sql('delete from auth.mfa_factors');
  act(() => {
    window.dispatchEvent(new Event('focus'));
  });
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
});

it('is not required for an account without one', async () => {
  const { router } = await renderApp({ path: '/login', as: 'member' });
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
  expect(screen.queryByRole('dialog')).toBeNull();
});
