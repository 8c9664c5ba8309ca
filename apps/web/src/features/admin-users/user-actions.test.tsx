import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import { dismissToast } from '#platform/toast.ts';
import { provideSettings, settings } from '#platform/env.ts';
import { withBackend } from '#testing/backend.ts';
import { catchFiles } from '#testing/downloads.ts';
import { expectConsoleError } from '#testing/console-errors.ts';
import { mailTo } from '#testing/mailed-links.ts';
import { blockRequests, holdAnswers } from '#testing/network.ts';
import { addUser, removeUsers } from '#testing/users.ts';
import { languagesInTest, renderApp, type Screen } from '#testing/render-app.tsx';
import { textsOf } from '#testing/texts.ts';
import { toastText } from '#testing/toasts.ts';

const backend = withBackend();

const texts = {
  en: {
    makeAdmin: 'Make admin',
    makeMember: 'Make member',
    activate: 'Activate',
    deactivate: 'Deactivate',
    undo: 'Undo',
    reset: 'Send password reset',
    resetFactor: 'Reset two-step verification',
    resetText: (email: string) =>
      `${email} will sign in with the password alone until two-step verification is set up again.`,
    confirmReset: 'Reset',
    delete: 'Delete',
    cancel: 'Cancel',
    actions: (email: string) => `Actions for ${email}`,
    roles: { admin: 'Admin', member: 'Member' },
    states: ['Active', 'Inactive'],
    done: (email: string) => `SuccessUser ${email} updated.`,
    error: 'Error',
    sure: 'Are you sure?',
    sureText: (email: string) =>
      `This will permanently delete the user ${email}. This action cannot be undone.`,
    own: 'You cannot demote, deactivate or delete yourself.',
  },
  th: {
    makeAdmin: 'ตั้งเป็นผู้ดูแล',
    makeMember: 'เปลี่ยนเป็นสมาชิก',
    activate: 'เปิดใช้งาน',
    deactivate: 'ปิดใช้งาน',
    undo: 'เลิกทำ',
    reset: 'ส่งลิงก์ตั้งรหัสผ่านใหม่',
    resetFactor: 'รีเซ็ตการยืนยันตัวตนสองขั้นตอน',
    resetText: (email: string) =>
      `${email} จะเข้าสู่ระบบด้วยรหัสผ่านอย่างเดียว จนกว่าจะตั้งค่าการยืนยันตัวตนสองขั้นตอนใหม่`,
    confirmReset: 'รีเซ็ต',
    delete: 'ลบ',
    cancel: 'ยกเลิก',
    actions: (email: string) => `จัดการ ${email}`,
    roles: { admin: 'ผู้ดูแล', member: 'สมาชิก' },
    states: ['ใช้งานอยู่', 'ปิดใช้งาน'],
    done: (email: string) => `สำเร็จอัปเดตผู้ใช้ ${email} แล้ว`,
    error: 'เกิดข้อผิดพลาด',
    sure: 'แน่ใจหรือไม่',
    sureText: (email: string) => `ระบบจะลบผู้ใช้ ${email} อย่างถาวร และกู้คืนไม่ได้`,
    own: 'คุณลดสิทธิ์ ปิดใช้งาน หรือลบบัญชีของตัวเองไม่ได้',
  },
};

const address = 'guest+one@row.example';
let id: string;

beforeEach(async () => {
  await removeUsers(backend(), '%@row.example');
  id = await addUser(backend(), { email: address, name: 'Guest <i>One</i>' });
});

async function stored() {
  const [row] = await backend().database.sql(
    'select role, is_active from public.bkk_user_roles where user_id = $1',
    [id],
  );
  return row && { role: row.role, active: row.is_active };
}

const rowOf = async (email = address) => {
  const row = (await screen.findByText(email, { selector: 'td span' })).closest('tr');
  if (row === null) throw new Error(`${email} is in no row`);
  return row;
};

/** The text of an error toast, once the action has ended: until then its buttons do nothing. */
const failureToast = () =>
  waitFor(() => {
    const said = document.querySelector('[data-toasts] [aria-live=assertive]')?.textContent;
    if (!said) throw new Error('nothing has failed');
    expect(document.querySelector('button[aria-busy=true]')).toBeNull();
    return said;
  });

describe.each(languagesInTest('th'))('the actions on a user in %s', (language) => {
  const text = texts[language];
  const open = (path = '/admin/users') => renderApp({ path, as: 'admin', language });

  async function choose({ user }: Screen, item: string, email = address) {
    await user.click(await screen.findByRole('button', { name: text.actions(email) }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
  }

  it('promote a member to admin and back', async () => {
    const page = await open();
    expect((await rowOf()).textContent).toContain('Guest <i>One</i>');
    for (const [item, role] of [
      [text.makeAdmin, 'admin'],
      [text.makeMember, 'member'],
    ] as const) {
      await choose(page, item);
      await waitFor(async () => expect((await rowOf()).textContent).toContain(text.roles[role]));
      expect(await toastText()).toBe(text.done(address));
      await waitFor(async () => expect(await stored()).toEqual({ role, active: true }));
    }
    expect(document.activeElement).toBe(
      screen.getByRole('button', { name: text.actions(address) }),
    );
  });

  it('deactivate a user at once, mark the row, and activate again', async () => {
    await backend().database.sql(
      'insert into auth.sessions (id, user_id) values (gen_random_uuid(), $1)',
      [id],
    );
    const page = await open();
    await choose(page, text.deactivate);
    await waitFor(async () => expect((await rowOf()).className).toContain('bg-sunken'));
    expect(await toastText()).toBe(text.done(address));
    expect((await rowOf()).textContent).toContain(text.states[1]);
    expect(await stored()).toEqual({ role: 'member', active: false });
    expect(
      await backend().database.sql('select from auth.sessions where user_id = $1', [id]),
    ).toEqual([]);
    await choose(page, text.activate);
    await waitFor(async () => expect((await rowOf()).className).not.toContain('bg-sunken'));
    await waitFor(async () => expect(await stored()).toEqual({ role: 'member', active: true }));
  });

  it('is undone by the button of its toast, and by Ctrl Z, once', async () => {
    onlyInWholeSuite();
    const page = await open();
    await choose(page, text.makeAdmin);
    await page.user.click(await screen.findByRole('button', { name: text.undo }));
    await waitFor(async () => expect(await stored()).toEqual({ role: 'member', active: true }));
    const menuButton = screen.getByRole('button', { name: text.actions(address) });
    expect(document.activeElement).toBe(menuButton);
    await waitFor(() => expect(menuButton.getAttribute('aria-busy')).toBeNull());
    expect(await toastText()).toBe(text.done(address));
    expect(screen.queryByRole('button', { name: text.undo })).toBeNull();
    await choose(page, text.deactivate);
    await screen.findByRole('button', { name: text.undo });
    await page.user.keyboard('{Control>}z{/Control}');
    await waitFor(async () => expect(await stored()).toEqual({ role: 'member', active: true }));
    await waitFor(async () => expect((await rowOf()).className).not.toContain('bg-sunken'));
  });

  it('send a mail to reset the password', async () => {
    const mailsBefore = (await backend().mails()).length;
    const page = await open();
    await choose(page, text.reset);
    expect(await toastText()).toBe(text.done(address));
    await waitFor(async () => expect(await backend().mails()).toHaveLength(mailsBefore + 1));
    expect((await mailTo(backend(), address)).text).toContain('type=recovery');
  });

  it('remove a lost authenticator after a confirmation, and fail where there is none', async () => {
    const factors = () =>
      backend().database.sql('select from auth.mfa_factors where user_id = $1', [id]);
    await backend().database.sql(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at, secret)
       values (gen_random_uuid(), $1, 'totp', 'verified', now(), now(), '')`,
      [id],
    );
    const page = await open();
    await choose(page, text.resetFactor);
    const dialog = await screen.findByRole('alertdialog', { name: text.sure });
    expect(dialog.textContent).toContain(text.resetText(address));
    await page.user.click(within(dialog).getByRole('button', { name: text.cancel }));
    expect(await factors()).toHaveLength(1);

    await choose(page, text.resetFactor);
    await page.user.click(await screen.findByRole('button', { name: text.confirmReset }));
    expect(await toastText()).toBe(text.done(address));
    expect(await factors()).toEqual([]);
    await waitFor(() =>
      expect(document.activeElement).toBe(
        screen.getByRole('button', { name: text.actions(address) }),
      ),
    );

    await choose(page, text.resetFactor);
    await page.user.click(await screen.findByRole('button', { name: text.confirmReset }));
    expect(await failureToast()).toContain('This user has no two-step verification.');
    await expectConsoleError('mutation ["users","admin","action"] failed');
  });

  it('delete a user after a confirmation that focuses Cancel first, then focus the heading', async () => {
    const page = await open();
    await choose(page, text.delete);
    const dialog = await screen.findByRole('alertdialog', { name: text.sure });
    expect(dialog.textContent).toContain(text.sureText(address));
    const cancel = within(dialog).getByRole('button', { name: text.cancel });
    expect(document.activeElement).toBe(cancel);
    await page.user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(document.activeElement).toBe(
      screen.getByRole('button', { name: text.actions(address) }),
    );
    expect(await stored()).toBeDefined();

    await choose(page, text.delete);
    await page.user.click(await screen.findByRole('button', { name: text.delete }));
    expect(await toastText()).toBe(text.done(address));
    await waitFor(() => expect(screen.queryByText(address, { selector: 'td span' })).toBeNull());
    expect(await stored()).toBeUndefined();
    const heading = screen.getByRole('heading', { level: 1 });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('erase a user from the logs too, after a confirmation', async () => {
    onlyInWholeSuite();
    const page = await open();
    const t = textsOf(language);
    await choose(page, text.deactivate);
    await waitFor(async () => expect(await stored()).toEqual({ role: 'member', active: false }));
    await choose(page, t('users.action.erase'));
    const dialog = await screen.findByRole('alertdialog', { name: text.sure });
    expect(dialog.textContent).toContain(t('users.confirmErase.text', { email: address }));
    const confirm = { name: t('users.confirmErase.confirm') };
    await page.user.click(within(dialog).getByRole('button', confirm));
    await waitFor(() => expect(screen.queryByText(address, { selector: 'td span' })).toBeNull());
    expect(await stored()).toBeUndefined();
    const [log] = await backend().database.sql(
      `select count(*)::int as changes, count(*) filter (where strpos(change::text, $2) > 0)::int as named
        from public.bkk_change_log as change where row_id = $1`,
      [id, address],
    );
    expect(log).toEqual({ changes: 2, named: 0 });
  });

  it('save what is stored about a user as a file', async () => {
    onlyInWholeSuite();
    const files = catchFiles();
    const page = await open();
    const t = textsOf(language);
    await choose(page, t('users.action.export'));
    expect(await toastText()).toBe(
      t('users.exported') + t('users.exportedText', { email: address }),
    );
    const [file] = files;
    expect(file?.name).toBe(`user-${id}.json`);
    expect(JSON.parse((await file?.content.text()) ?? '')).toMatchObject({
      account: { id, email: address },
      profile: { full_name: 'Guest <i>One</i>' },
    });
  });

  it('roll back on an error, show it, and succeed once by the next click', async () => {
    const page = await open();
    await rowOf();
    const unblock = blockRequests('/rpc/bkk_admin');
    onTestFinished(unblock);
    await choose(page, text.makeAdmin);
    expect(await failureToast()).toMatch(new RegExp(`^${text.error}.*fetch failed`));
    await expectConsoleError('mutation ["users","admin","action"] failed');
    await waitFor(async () => expect((await rowOf()).textContent).toContain(text.roles.member));
    expect(await stored()).toEqual({ role: 'member', active: true });
    unblock();
    await choose(page, text.makeAdmin);
    expect(await toastText()).toBe(text.done(address));
    const changes = await backend().database.sql(
      `select from public.bkk_change_log where row_id = $1 and after ->> 'role' = 'admin'`,
      [id],
    );
    expect(changes).toHaveLength(1);
  });

  it('keep the confirmation open while deleting fails, and delete once', async () => {
    onlyInWholeSuite();
    const page = await open();
    await rowOf();
    const unblock = blockRequests('/functions/v1/');
    onTestFinished(unblock);
    await choose(page, text.delete);
    const confirm = await screen.findByRole('button', { name: text.delete });
    await page.user.click(confirm);
    expect(await failureToast()).toMatch(new RegExp(`^${text.error}`));
    await expectConsoleError('mutation ["users","admin","action"] failed');
    expect(screen.getByRole('alertdialog').textContent).toContain(text.sureText(address));
    unblock();
    await page.user.click(screen.getByRole('button', { name: text.delete }));
    expect(await toastText()).toBe(text.done(address));
    expect(await stored()).toBeUndefined();
  });

  it('say which open booking keeps a user, and show it', async () => {
    const t = textsOf(language);
    await backend().database.sql(`select bkk_internal.set_features('{bookings}')`);
    await backend().database.sql(
      `insert into public.bkk_bookings (reference, user_id, status, request_key, pax_adt, hold_expires_at)
        values ('BKK-7M4Q9XWD', $1, 'HOLD', gen_random_uuid(), 1, now() + interval '1 day')`,
      [id],
    );
    const features = ['bookings'] as const;
    provideSettings({ ...settings(), features });
    onTestFinished(async () => {
      provideSettings({ ...settings(), features: [] });
      await backend().database.sql(`begin;
        delete from public.bkk_bookings; select bkk_internal.set_features('{}'); commit`);
    });
    const page = await renderApp({ path: '/admin/users', as: 'admin', language, features });
    await choose(page, text.delete);
    await page.user.click(await screen.findByRole('button', { name: text.delete }));
    expect(await failureToast()).toBe(
      t('users.openBooking.title') +
        t('users.openBooking.text', { reference: 'BKK-7M4Q9XWD' }) +
        t('users.openBooking.show'),
    );
    await expectConsoleError('mutation ["users","admin","action"] failed');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(await stored()).toBeDefined();
    await page.user.click(screen.getByRole('button', { name: t('users.openBooking.show') }));
    await waitFor(() => expect(page.router.state.location.pathname).toBe('/admin/bookings'));
    expect(await screen.findByRole('link', { name: 'BKK-7M4Q9XWD' })).toBeTruthy();
  });

  it('run once while the first request is pending', async () => {
    onlyInWholeSuite();
    const page = await open();
    await rowOf();
    const release = holdAnswers();
    onTestFinished(release);
    await choose(page, text.deactivate);
    const button = screen.getByRole('button', { name: text.actions(address) });
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'));
    expect((await rowOf()).textContent).toContain(text.states[1]);
    await page.user.click(button);
    for (const item of await screen.findAllByRole('menuitem')) {
      expect(item.getAttribute('aria-disabled')).toBe('true');
    }
    await page.user.keyboard('{Escape}');
    release();
    expect(await toastText()).toBe(text.done(address));
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
    expect(await stored()).toEqual({ role: 'member', active: false });
  });

  it('remove the row of a user whom another admin has deleted', async () => {
    onlyInWholeSuite();
    const cases = [
      [text.makeAdmin, 'There is no such user.'],
      [text.deactivate, 'There is no such user.'],
      [text.reset, 'User not found'],
      [text.delete, 'User not found'],
    ] as const;
    const emailOf = (index: number) => `gone-${String(index)}@row.example`;
    for (const index of cases.keys()) await addUser(backend(), { email: emailOf(index) });
    const page = await open();
    for (const [index, [item, message]] of cases.entries()) {
      const email = emailOf(index);
      await rowOf(email);
      await removeUsers(backend(), email);
      await choose(page, item, email);
      if (item === text.delete) {
        await page.user.click(await screen.findByRole('button', { name: text.delete }));
      }
      expect(await failureToast()).toBe(text.error + message);
      await expectConsoleError(message);
      await waitFor(() => expect(screen.queryByText(email, { selector: 'td span' })).toBeNull());
      expect(screen.queryByRole('alertdialog')).toBeNull();
      const heading = screen.getByRole('heading', { level: 1 });
      await waitFor(() => expect(document.activeElement).toBe(heading));
      dismissToast();
    }
  });

  it('disable what would lock out the admin in the own row, with the reason', async () => {
    const { user } = await open('/admin/users?q=somchai');
    const own = 'somchai@bkksiam.example';
    await user.click(await screen.findByRole('button', { name: text.actions(own) }));
    const menu = await screen.findByRole('menu');
    expect(menu.textContent).toContain(text.own);
    const offered = within(menu)
      .getAllByRole('menuitem')
      .filter((item) => item.getAttribute('aria-disabled') !== 'true')
      .map((item) => item.textContent);
    expect(offered).toEqual([text.reset, textsOf(language)('users.action.export')]);
  });

  it('are rejected for a demoted admin, who is redirected', async () => {
    const page = await open();
    await rowOf();
    const change = (role: string) =>
      backend().database.sql('update public.bkk_user_roles set role = $1 where email = $2', [
        role,
        'somchai@bkksiam.example',
      ]);
    await addUser(backend(), { email: 'other@row.example', role: 'admin' });
    onTestFinished(() => change('admin').then(() => undefined));
    await change('member');
    await choose(page, text.makeAdmin);
    expect(await failureToast()).toBe(`${text.error}Only an admin can do this.`);
    await expectConsoleError('mutation ["users","admin","action"] failed');
    await waitFor(() => expect(page.router.state.location.pathname).toBe('/dashboard'));
    expect(await stored()).toEqual({ role: 'member', active: true });
  });
});
