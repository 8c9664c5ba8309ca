import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';
import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import { credentialsOf, withBackend } from '#testing/backend.ts';
import { expectConsoleError } from '#testing/console-errors.ts';
import { holdAnswers, networkQuiet } from '#testing/network.ts';
import { languagesInTest, renderApp } from '#testing/render-app.tsx';
import { alertToast, toastText } from '#testing/toasts.ts';

const backend = withBackend();

const texts = {
  en: {
    title: 'Profile',
    email: 'Email',
    fullName: 'Full Name',
    phone: 'Phone Number',
    save: 'Save Changes',
    saving: 'Saving...',
    saved: 'Profile saved successfully!',
    loadFailed: 'Error fetching profile',
    saveFailed: 'Error saving profile',
    tryAgain: 'Try again',
  },
  th: {
    title: 'โปรไฟล์',
    email: 'อีเมล',
    fullName: 'ชื่อ-นามสกุล',
    phone: 'เบอร์โทรศัพท์',
    save: 'บันทึกการเปลี่ยนแปลง',
    saving: 'กำลังบันทึก...',
    saved: 'บันทึกโปรไฟล์เรียบร้อยแล้ว!',
    loadFailed: 'โหลดโปรไฟล์ไม่สำเร็จ',
    saveFailed: 'บันทึกโปรไฟล์ไม่สำเร็จ',
    tryAgain: 'ลองอีกครั้ง',
  },
};

const sql = (text: string) => backend().database.sql(text);

async function stored() {
  const [row] = await sql(
    `select full_name, phone, updated_at from public.bkk_user_profiles
     where email = 'malee@bkksiam.example'`,
  );
  return row as { full_name: string; phone: string; updated_at: Date } | undefined;
}

/** The fields, once the stored profile is loaded. */
async function form(text: (typeof texts)['en']) {
  // The guard's place-holder is a main part too, until the member is known.
  const name = await screen.findByLabelText<HTMLInputElement>(text.fullName);
  const main = within(screen.getByRole('main'));
  return { name, phone: main.getByLabelText<HTMLInputElement>(text.phone), main };
}

function type(field: HTMLElement, value: string): void {
  fireEvent.change(field, { target: { value } });
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe.each(['/profile', '/dashboard/profile'] as const)('the profile at %s', (path) => {
  it.each(['en', 'th'] as const)(
    'is changed and saved in %s; the e-mail is only read',
    async (language) => {
      const text = texts[language];
      await renderApp({ path, as: 'newMember', language });
      const { name, phone, main } = await form(text);
      expect(main.getByRole('heading', { level: 1, name: text.title })).toBeTruthy();
      const email = main.getByLabelText<HTMLInputElement>(text.email);
      expect(email.value).toBe('malee@bkksiam.example');
      expect(email.readOnly).toBe(true);
      const before = await stored();
      expect(name.value).toBe(before?.full_name);

      type(name, `  มาลี ${language} `);
      type(phone, '๐๘๑ 234 5678');
      const release = holdAnswers();
      press(text.save);
      const busy = await screen.findByRole('button', { name: text.saving });
      expect(busy.getAttribute('aria-busy')).toBe('true');
      fireEvent.click(busy);
      fireEvent.submit(busy.closest('form') ?? document.body);
      release();
      expect(await toastText()).toBe(text.saved);
      const after = await stored();
      expect(after).toMatchObject({ full_name: `มาลี ${language}`, phone: '081 234 5678' });
      expect(after?.updated_at.getTime()).toBeGreaterThan(before?.updated_at.getTime() ?? 0);
      expect(name.value).toBe(`มาลี ${language}`);
      expect(phone.value).toBe('081 234 5678');
    },
  );
});

describe.each(languagesInTest('en'))('a profile that fails in %s', (language) => {
  const text = texts[language];

  it('keeps the input and shows the message; the next submit saves it', async () => {
    const allow = 'alter table public.bkk_user_profiles drop constraint if exists rejects';
    onTestFinished(async () => {
      await sql(allow);
    });
    await sql(
      `alter table public.bkk_user_profiles add constraint rejects check (phone <> '${language}') not valid`,
    );
    await renderApp({ path: '/profile', as: 'newMember', language });
    const { name, phone } = await form(text);
    type(name, 'Malee Typed');
    type(phone, language);
    press(text.save);
    await waitFor(() => expect(alertToast()).toMatch(text.saveFailed));
    expect(alertToast()).toMatch(/rejects/);
    await expectConsoleError('violates check constraint');
    expect([name.value, phone.value]).toEqual(['Malee Typed', language]);
    await sql(allow);
    press(text.save);
    expect(await toastText()).toBe(text.saved);
    expect(await stored()).toMatchObject({ full_name: 'Malee Typed', phone: language });
  });

  it('that cannot be read shows the message and no form, and can be fetched again', async () => {
    const grant = 'grant select on public.bkk_user_profiles to authenticated';
    onTestFinished(async () => {
      await sql(grant);
    });
    await sql('revoke select on public.bkk_user_profiles from authenticated');
    await renderApp({ path: '/profile', as: 'newMember', language });
    await waitFor(() => expect(alertToast()).toMatch(text.loadFailed));
    expect(alertToast()).toMatch(/permission denied/);
    await expectConsoleError(/query .*"profile"\] failed/);
    expect(screen.queryByLabelText(text.fullName)).toBeNull();
    expect(screen.queryByRole('button', { name: text.save })).toBeNull();
    await sql(grant);
    press(text.tryAgain);
    expect((await form(text)).name.value).toBe((await stored())?.full_name);
  });
});

it('is created silently where there is none', async () => {
  await sql(`delete from public.bkk_user_profiles where email = 'malee@bkksiam.example'`);
  await renderApp({ path: '/profile', as: 'newMember' });
  const { name, phone } = await form(texts.en);
  expect([name.value, phone.value]).toEqual(['', '']);
  expect(alertToast()).toBe('');
  type(name, 'Malee New');
  press(texts.en.save);
  expect(await toastText()).toBe(texts.en.saved);
  expect(await stored()).toMatchObject({ full_name: 'Malee New', phone: '' });
});

it('changes the greeting at once', async () => {
  onlyInWholeSuite();
  const { user } = await renderApp({ path: '/dashboard/profile', as: 'newMember' });
  type((await form(texts.en)).name, 'Malee Renamed');
  press(texts.en.save);
  await toastText();
  await user.click(screen.getByRole('link', { name: 'Dashboard' }));
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Sawasdee, Malee Renamed' }),
  ).toBeTruthy();
});

it('restores the draft of the member after the session has ended and a new sign-in', async () => {
  const app = await renderApp({ path: '/profile', as: 'newMember' });
  type((await form(texts.en)).name, 'Malee Unsaved');
  const { email, password } = credentialsOf('newMember');
  await sql(
    `delete from auth.sessions where user_id = (select id from auth.users where email = '${email}')`,
  );
  // A check in progress may have read the session before, and the next is skipped meanwhile.
  await networkQuiet();
  document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(app.router.state.location.pathname).toBe('/login'));
  fireEvent.change(await screen.findByLabelText('Email'), { target: { value: email } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: password } });
  press('Sign In');
  await waitFor(() => expect(app.router.state.location.pathname).toBe('/dashboard'));
  await act(() => app.router.navigate('/profile'));
  expect((await form(texts.en)).name.value).toBe('Malee Unsaved');
});
