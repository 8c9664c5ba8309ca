import { authenticator } from '@bkksiam/server/testing/authenticator';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { variations } from '@bkksiam/server/testing/variations';
import { supabase } from '#platform/supabase.ts';
import { withBackend } from '#testing/backend.ts';
import { blockRequests } from '#testing/network.ts';
import { takeConsoleErrors } from '#testing/console-errors.ts';
import { renderApp } from '#testing/render-app.tsx';
import { forgetFactors, otherDevice } from '#testing/second-factor.ts';
import { toastText } from '#testing/toasts.ts';

const backend = withBackend();

const texts = {
  en: {
    title: 'Two-step verification',
    setUp: 'Set Up Authenticator',
    another: 'Add Another Authenticator',
    qr: 'QR code of the setup key',
    openApp: 'Open the app on this device',
    code: '6-digit code',
    turnOn: 'Turn On',
    missing: 'Please enter all 6 digits.',
    wrong: 'The code is not right, or it was used before. Please wait for the next one.',
    on: 'Two-step verification is onYour other devices were signed out. They need a code from now on.',
    remove: /^Remove the authenticator app added /,
    sure: 'Remove this authenticator?',
    confirm: 'Remove',
    cancel: 'Cancel',
    removed: 'Authenticator removed',
    loadFailed: 'Error fetching two-step verification',
    tryAgain: 'Try again',
    save: 'Save Changes',
  },
  th: {
    title: 'การยืนยันตัวตนสองขั้นตอน',
    setUp: 'ตั้งค่าแอปยืนยันตัวตน',
    another: 'เพิ่มแอปยืนยันตัวตนในอุปกรณ์อื่น',
    qr: 'QR ของรหัสตั้งค่า',
    openApp: 'เปิดแอปในเครื่องนี้',
    code: 'รหัส 6 หลัก',
    turnOn: 'เปิดใช้งาน',
    missing: 'กรุณากรอกรหัสให้ครบ 6 หลัก',
    wrong: 'รหัสไม่ถูกต้องหรือถูกใช้ไปแล้ว กรุณารอรหัสถัดไปแล้วลองอีกครั้ง',
    on: 'เปิดใช้การยืนยันตัวตนสองขั้นตอนแล้วอุปกรณ์อื่นของคุณออกจากระบบแล้ว ต่อไปต้องกรอกรหัสเมื่อเข้าสู่ระบบ',
    remove: /^นำออก แอปยืนยันตัวตนที่เพิ่มเมื่อ /,
    sure: 'นำแอปยืนยันตัวตนนี้ออกใช่ไหม',
    confirm: 'นำออก',
    cancel: 'ยกเลิก',
    removed: 'นำแอปยืนยันตัวตนออกแล้ว',
    loadFailed: 'โหลดการยืนยันตัวตนสองขั้นตอนไม่สำเร็จ',
    tryAgain: 'ลองอีกครั้ง',
    save: 'บันทึกการเปลี่ยนแปลง',
  },
};

beforeEach(() => forgetFactors(backend()));

async function factors(): Promise<unknown[]> {
  const rows = await backend().database.sql('select status from auth.mfa_factors');
  return rows.map(({ status }) => status);
}

const places = variations(
  [
    ['/profile', 'en'],
    ['/dashboard/profile', 'th'],
  ] as const,
  1,
);

describe.each(places)('the second factor of an admin at %s, in %s', (path, language) => {
  const text = texts[language];

  async function open() {
    const { user } = await renderApp({ path, as: 'admin', language });
    const section = await screen.findByRole('region', { name: text.title });
    return { user, section: within(section) };
  }

  it('is set up with the QR code or the key and a first code, and removed after a confirmation', async () => {
    const elsewhere = await otherDevice(backend(), 'admin');
    const { user, section } = await open();
    await user.click(await section.findByRole('button', { name: text.setUp }));
    const image = await section.findByRole<HTMLImageElement>('img', { name: text.qr });
    expect(decodeURIComponent(image.src)).toMatch(/^data:image\/svg\+xml,<svg .*<\/svg>$/);
    const uri = section.getByRole<HTMLAnchorElement>('link', { name: text.openApp }).href;
    const key = section.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4}){7}$/).textContent;
    expect(new URL(uri).searchParams.get('secret')).toBe(key.replaceAll(' ', ''));

    const codeAt = authenticator(uri);
    const field = section.getByLabelText(text.code);
    const turnOn = section.getByRole('button', { name: text.turnOn });
    await user.click(turnOn);
    expect(section.getByText(text.missing)).toBeTruthy();
    expect(document.activeElement).toBe(field);
    await user.type(field, codeAt() === '123456' ? '654321' : '123456');
    await user.click(turnOn);
    expect(await section.findByText(text.wrong)).toBeTruthy();
    await user.clear(field);
    await user.type(field, `${codeAt()}{Enter}`);

    const remove = await section.findByRole('button', { name: text.remove });
    expect(await toastText()).toBe(text.on);
    expect(await section.findByRole('button', { name: text.another })).toBeTruthy();
    expect(await factors()).toEqual(['verified']);
    expect((await elsewhere.auth.getUser()).error).not.toBeNull();
    const { auth } = await supabase();
    const level = async () => (await auth.mfa.getAuthenticatorAssuranceLevel()).data;
    expect(await level()).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });

    await user.click(remove);
    const question = within(await screen.findByRole('alertdialog', { name: text.sure }));
    await user.click(question.getByRole('button', { name: text.cancel }));
    expect(await factors()).toEqual(['verified']);
    await user.click(remove);
    await user.click(await screen.findByRole('button', { name: text.confirm }));
    await section.findByRole('button', { name: text.setUp });
    await waitFor(async () => expect(await toastText()).toBe(text.removed));
    expect(await factors()).toEqual([]);
    expect(await level()).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' });
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('heading', { name: text.title })),
    );
  });

  it('is unchanged where the set-up is cancelled', async () => {
    const { user, section } = await open();
    await user.click(await section.findByRole('button', { name: text.setUp }));
    await section.findByRole('img', { name: text.qr });
    expect(document.activeElement).toBe(section.getByRole('list'));
    await user.click(section.getByRole('button', { name: text.cancel }));
    expect(section.getByRole('button', { name: text.setUp })).toBeTruthy();
    expect(document.activeElement).toBe(section.getByRole('heading', { name: text.title }));
    await waitFor(async () => expect(await factors()).toEqual([]));
  });

  it('is no part of a member`s profile', async () => {
    await renderApp({ path, as: 'member', language });
    await screen.findByRole('button', { name: text.save });
    await waitFor(async () => expect(await (await supabase()).rpc('bkk_is_admin')).toBeTruthy());
    expect(screen.queryByRole('region', { name: text.title })).toBeNull();
  });
});

it('shows that the factors could not be read, and fetches them again', async () => {
  const { user, router } = await renderApp({ path: '/dashboard', as: 'admin' });
  await screen.findByRole('heading', { level: 1 });
  const unblock = blockRequests('/auth/v1/user');
  await act(() => router.navigate('/profile'));
  const section = within(await screen.findByRole('region', { name: texts.en.title }));
  expect(await section.findByText(texts.en.loadFailed)).toBeTruthy();
  unblock();
  await user.click(section.getByRole('button', { name: texts.en.tryAgain }));
  expect(await section.findByRole('button', { name: texts.en.setUp })).toBeTruthy();
  takeConsoleErrors();
});
