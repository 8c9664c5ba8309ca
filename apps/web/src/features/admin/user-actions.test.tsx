import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { dismissToast } from '#platform/toast.ts';
import { withBackend } from '#testing/backend.ts';
import { mailTo } from '#testing/mailed-links.ts';
import { cutLine, holdAnswers } from '#testing/network.ts';
import { addPerson, removePeople } from '#testing/people.ts';
import { renderApp, type Screen } from '#testing/render-app.tsx';
import { toastText } from '#testing/toasts.ts';

const backend = withBackend();

const words = {
  en: {
    makeAdmin: 'Make admin',
    makeMember: 'Make member',
    activate: 'Activate',
    deactivate: 'Deactivate',
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
    reset: 'ส่งลิงก์ตั้งรหัสผ่านใหม่',
    resetFactor: 'รีเซ็ตการยืนยันตัวตนสองขั้นตอน',
    resetText: (email: string) =>
      `${email} จะเข้าสู่ระบบด้วยรหัสผ่านอย่างเดียว จนกว่าจะตั้งค่าการยืนยันตัวตนสองขั้นตอนใหม่`,
    confirmReset: 'รีเซ็ต',
    delete: 'ลบ',
    cancel: 'ยกเลิก',
    actions: (email: string) => `คำสั่งสำหรับ ${email}`,
    roles: { admin: 'ผู้ดูแล', member: 'สมาชิก' },
    states: ['ใช้งานอยู่', 'ปิดใช้งาน'],
    done: (email: string) => `สำเร็จอัปเดตผู้ใช้ ${email} แล้ว`,
    error: 'เกิดข้อผิดพลาด',
    sure: 'แน่ใจหรือไม่?',
    sureText: (email: string) => `ระบบจะลบผู้ใช้ ${email} อย่างถาวร และไม่สามารถกู้คืนได้`,
    own: 'คุณลดสิทธิ์ ปิดใช้งาน หรือลบบัญชีของตัวเองไม่ได้',
  },
};

const address = 'guest+one@row.example';
let id: string;

beforeEach(async () => {
  await removePeople(backend(), '%@row.example');
  id = await addPerson(backend(), { email: address, name: 'Guest <i>One</i>' });
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

const failureToast = () =>
  waitFor(() => {
    const said = document.querySelector('[data-toasts] [aria-live=assertive]')?.textContent;
    if (!said) throw new Error('nothing has failed');
    return said;
  });

describe.each(['en', 'th'] as const)('what an admin does to a user, in %s', (language) => {
  const text = words[language];
  const open = (path = '/admin/users') => renderApp({ path, as: 'admin', language });

  async function choose({ user }: Screen, item: string, email = address) {
    await user.click(await screen.findByRole('button', { name: text.actions(email) }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
  }

  it('makes an admin of a member, and a member again, and says so', async () => {
    const page = await open();
    expect((await rowOf()).textContent).toContain('Guest <i>One</i>');
    for (const [item, role] of [
      [text.makeAdmin, 'admin'],
      [text.makeMember, 'member'],
    ] as const) {
      await choose(page, item);
      await waitFor(async () => expect((await rowOf()).textContent).toContain(text.roles[role]));
      expect(await toastText()).toBe(text.done(address));
      expect(await stored()).toEqual({ role, active: true });
    }
    expect(document.activeElement).toBe(
      screen.getByRole('button', { name: text.actions(address) }),
    );
  });

  it('shuts a user out at once, marks the row, and lets them in again', async () => {
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

  it('mails a link by which the user chooses a new password', async () => {
    const page = await open();
    await choose(page, text.reset);
    expect(await toastText()).toBe(text.done(address));
    expect((await mailTo(backend(), address, language === 'en' ? 1 : 2)).text).toContain(
      'type=recovery',
    );
  });

  it('removes a lost authenticator only after asking, and says where there is none', async () => {
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
  });

  it('deletes a user only after asking, from the way out on, and goes on at the heading', async () => {
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

  it('takes back what the server would not do, says why, and does it once when asked again', async () => {
    const page = await open();
    await rowOf();
    const mend = cutLine('/rpc/bkk_admin');
    onTestFinished(mend);
    await choose(page, text.makeAdmin);
    expect(await failureToast()).toMatch(new RegExp(`^${text.error}.*fetch failed`));
    await waitFor(async () => expect((await rowOf()).textContent).toContain(text.roles.member));
    expect(await stored()).toEqual({ role: 'member', active: true });
    mend();
    await choose(page, text.makeAdmin);
    expect(await toastText()).toBe(text.done(address));
    const changes = await backend().database.sql(
      `select from public.bkk_change_log where row_id = $1 and after ->> 'role' = 'admin'`,
      [id],
    );
    expect(changes).toHaveLength(1);
  });

  it('keeps asking whether to delete while it could not, and deletes once', async () => {
    const page = await open();
    await rowOf();
    const mend = cutLine('/functions/v1/');
    onTestFinished(mend);
    await choose(page, text.delete);
    const confirm = await screen.findByRole('button', { name: text.delete });
    await page.user.click(confirm);
    expect(await failureToast()).toMatch(new RegExp(`^${text.error}`));
    expect(screen.getByRole('alertdialog').textContent).toContain(text.sureText(address));
    mend();
    await page.user.click(screen.getByRole('button', { name: text.delete }));
    expect(await toastText()).toBe(text.done(address));
    expect(await stored()).toBeUndefined();
  });

  it('cannot be done twice while the first is on its way', async () => {
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

  it('leaves one clear outcome where another admin was there first: the user is gone, and so is the row', async () => {
    for (const [item, message] of [
      [text.makeAdmin, 'There is no such user.'],
      [text.deactivate, 'There is no such user.'],
      [text.reset, 'User not found'],
      [text.delete, 'User not found'],
    ] as const) {
      id = await addPerson(backend(), { email: `${item.length}-${message.length}@row.example` });
      const email = `${item.length}-${message.length}@row.example`;
      const page = await open();
      await rowOf(email);
      await removePeople(backend(), email);
      await choose(page, item, email);
      if (item === text.delete) {
        await page.user.click(await screen.findByRole('button', { name: text.delete }));
      }
      expect(await failureToast()).toBe(text.error + message);
      await waitFor(() => expect(screen.queryByText(email, { selector: 'td span' })).toBeNull());
      expect(screen.queryByRole('alertdialog')).toBeNull();
      const heading = screen.getByRole('heading', { level: 1 });
      await waitFor(() => expect(document.activeElement).toBe(heading));
      page.unmount();
      dismissToast();
    }
  });

  it('offers nothing on the own row by which admins would shut themselves out, and says why', async () => {
    const { user } = await open('/admin/users?q=somchai');
    const own = 'somchai@bkksiam.example';
    await user.click(await screen.findByRole('button', { name: text.actions(own) }));
    const menu = await screen.findByRole('menu');
    expect(menu.textContent).toContain(text.own);
    const offered = within(menu)
      .getAllByRole('menuitem')
      .filter((item) => item.getAttribute('aria-disabled') !== 'true')
      .map((item) => item.textContent);
    expect(offered).toEqual([text.reset]);
  });

  it('is refused to an admin who is none any more, who is shown out', async () => {
    const page = await open();
    await rowOf();
    const change = (role: string) =>
      backend().database.sql('update public.bkk_user_roles set role = $1 where email = $2', [
        role,
        'somchai@bkksiam.example',
      ]);
    await addPerson(backend(), { email: 'other@row.example', role: 'admin' });
    onTestFinished(() => change('admin').then(() => undefined));
    await change('member');
    await choose(page, text.makeAdmin);
    expect(await failureToast()).toBe(`${text.error}Only an admin can do this.`);
    await waitFor(() => expect(page.router.state.location.pathname).toBe('/dashboard'));
    expect(await stored()).toEqual({ role: 'member', active: true });
  });
});
