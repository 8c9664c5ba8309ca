import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import { withBackend } from '#testing/backend.ts';
import { expectConsoleError } from '#testing/console-errors.ts';
import { holdAnswers } from '#testing/network.ts';
import { addUser, removeUsers } from '#testing/users.ts';
import { languagesInTest, renderApp } from '#testing/render-app.tsx';
import { toastRegion } from '#testing/toasts.ts';

const backend = withBackend();

const texts = {
  en: {
    title: 'User Management',
    search: 'Search by email or name',
    columns: ['Email', 'Name', 'Role', 'Status', 'Joined'],
    email: 'Email',
    first: ['1–10 of 28', 'Sorted by Joined, descending.'],
    emailOrder: 'Sorted by Email, ascending.',
    last: 'Last page',
    previous: 'Previous page',
    next: 'Next page',
    roles: ['Member', 'Admin'],
    states: ['Active', 'Inactive'],
    since: '1 Feb 2030',
    you: 'You',
    none: 'Nothing found for “<b>nobody</b>%”',
    showAll: 'Show all',
    failed: 'Error fetching users',
    tryAgain: 'Try again',
  },
  th: {
    title: 'จัดการผู้ใช้',
    search: 'ค้นหาด้วยอีเมลหรือชื่อ',
    columns: ['อีเมล', 'ชื่อ', 'สิทธิ์', 'สถานะ', 'วันที่สมัคร'],
    email: 'อีเมล',
    first: ['1–10 จาก 28', 'เรียงตามวันที่สมัคร จากมากไปน้อย'],
    emailOrder: 'เรียงตามอีเมล จากน้อยไปมาก',
    last: 'หน้าสุดท้าย',
    previous: 'หน้าก่อนหน้า',
    next: 'หน้าถัดไป',
    roles: ['สมาชิก', 'ผู้ดูแล'],
    states: ['ใช้งานอยู่', 'ปิดใช้งาน'],
    since: '1 ก.พ. 2573',
    you: 'คุณ',
    none: 'ไม่พบ “<b>nobody</b>%”',
    showAll: 'ดูทั้งหมด',
    failed: 'โหลดรายชื่อผู้ใช้ไม่สำเร็จ',
    tryAgain: 'ลองอีกครั้ง',
  },
};

const numbered = (n: number) => `p${String(n).padStart(2, '0')}@list.example`;

beforeAll(async () => {
  for (let n = 1; n <= 25; n += 1) {
    await addUser(backend(), {
      email: numbered(n),
      name: n === 3 ? 'สมหญิง ใจดี' : n === 4 ? null : `User ${String(n)}`,
      active: n !== 2,
      role: n === 5 ? 'admin' : 'member',
      // In Bangkok the last of January at 17:00 UTC is the first of February already.
      since: n === 1 ? '2030-01-31T17:00:00Z' : `2030-01-${String(n).padStart(2, '0')}T00:00:00Z`,
    });
  }
});

async function table() {
  const found = await screen.findByRole('table');
  await waitFor(() => expect(found.getAttribute('aria-busy')).toBe('false'));
  return within(found);
}

const cellsOf = (row: HTMLElement | undefined) => within(row ?? document.body).getAllByRole('cell');

/** The addresses on screen, once the list says which rows these are. */
async function emailsAt(position: RegExp | string): Promise<(string | null | undefined)[]> {
  await screen.findByText(position, { selector: 'nav p' });
  const rows = (await table()).getAllByRole('row').slice(1);
  return rows.map((row) => cellsOf(row)[0]?.querySelector('span')?.textContent);
}

const down = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, index) => numbered(from - index));

describe.each(languagesInTest('th'))('the list of users in %s', (language) => {
  const text = texts[language];
  const position = (from: number, to: number, total: number) =>
    language === 'en' ? `${from}–${to} of ${total}` : `${from}–${to} จาก ${total}`;
  const button = (name: string) => screen.getByRole('button', { name });
  const searchBox = () => screen.findByRole<HTMLInputElement>('searchbox', { name: text.search });

  it('shows the ten newest with role, status and Bangkok day', async () => {
    await renderApp({ path: '/admin/users', as: 'admin', language });
    expect(await screen.findByRole('heading', { level: 1, name: text.title })).toBeTruthy();
    expect(await emailsAt(position(1, 10, 28))).toEqual([numbered(1), ...down(25, 17)]);
    await waitFor(() => expect(document.title).toBe(`${text.title} | BKK Siam`));
    const list = within(screen.getByRole('table', { name: text.title }));
    const heads = list.getAllByRole('columnheader').slice(0, 5);
    expect(heads.map((head) => head.textContent)).toEqual(text.columns);
    expect(heads.map((head) => head.getAttribute('aria-sort'))).toEqual([
      'none',
      'none',
      'none',
      'none',
      'descending',
    ]);
    const first = cellsOf(list.getAllByRole('row')[1]);
    for (const [index, value] of ['User 1', text.roles[0], text.states[0], text.since].entries()) {
      expect(first[index + 1]?.textContent).toContain(value);
    }
    expect(screen.getByText(new RegExp(text.first.join('\\W+'))).role).toBe('status');
  });

  it('goes to the last page, whose URL can be opened and left by Back', async () => {
    onlyInWholeSuite();
    const { user, router } = await renderApp({ path: '/admin/users', as: 'admin', language });
    await emailsAt(position(1, 10, 28));
    await user.click(button(text.last));
    const last = [...down(6, 2), 'malee', 'somchai', 'nattaya'].map((name) =>
      name.includes('@') ? name : `${name}@bkksiam.example`,
    );
    expect(await emailsAt(position(21, 28, 28))).toEqual(last);
    expect(router.state.location.search).toBe('?page=3');
    expect(document.activeElement).toBe(button(text.last));
    await user.keyboard('{Enter}');
    await user.click(button(text.next));
    expect(router.state.location.search).toBe('?page=3');
    const own = cellsOf(
      screen.getByText('somchai@bkksiam.example', { selector: 'td span' }).closest('tr') ??
        undefined,
    )[0];
    expect(own?.textContent).toBe(`somchai@bkksiam.example (${text.you})`);
    const off = screen.getByText(numbered(2)).closest('tr');
    expect(off?.textContent).toContain(text.states[1]);
    expect(off?.className).toContain('bg-sunken');
    expect(screen.getByText(numbered(5)).closest('tr')?.textContent).toContain(text.roles[1]);
    await user.click(button(text.previous));
    expect(await emailsAt(position(11, 20, 28))).toEqual(down(16, 7));
    await router.navigate(-1);
    expect(await emailsAt(position(21, 28, 28))).toEqual(last);
    await router.navigate(-2);
    expect((await emailsAt(position(1, 10, 28)))[0]).toBe(numbered(1));
    expect(router.state.location.search).toBe('');
  });

  it('is sorted by any column in both directions, from the first page', async () => {
    onlyInWholeSuite();
    const path = '/admin/users?page=2';
    const { user, router } = await renderApp({ path, as: 'admin', language });
    await emailsAt(position(11, 20, 28));
    await user.click(button(text.email));
    expect(await emailsAt(position(1, 10, 28))).toEqual([
      'malee@bkksiam.example',
      'nattaya@bkksiam.example',
      ...down(8, 1).reverse(),
    ]);
    expect(router.state.location.search).toBe('?sort=email.asc');
    await waitFor(() => expect(screen.getByText(new RegExp(text.emailOrder)).role).toBe('status'));
    const head = button(text.email).closest('th');
    expect(head?.getAttribute('aria-sort')).toBe('ascending');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(head?.getAttribute('aria-sort')).toBe('descending'));
    expect((await emailsAt(position(1, 10, 28)))[0]).toBe('somchai@bkksiam.example');
    for (const [index, order] of ['full_name', 'role', 'is_active', 'created_at'].entries()) {
      await user.click(button(text.columns[index + 1] ?? ''));
      await waitFor(() => expect(router.state.location.search).toBe(`?sort=${order}.asc`));
    }
    expect((await emailsAt(position(1, 10, 28)))[0]).toBe('nattaya@bkksiam.example');
    await user.click(button(text.columns[4] ?? ''));
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it('is searched by email and name while typing, from the first page; Back leaves the search', async () => {
    const path = '/admin/users?page=2';
    const { user, router } = await renderApp({ path, as: 'admin', language });
    await emailsAt(position(11, 20, 28));
    const box = await searchBox();
    await user.type(box, ' USER 2');
    expect(await emailsAt(position(1, 7, 7))).toEqual([...down(25, 20), numbered(2)]);
    expect(router.state.location.search).toBe('?q=USER+2');
    await user.type(box, '5');
    expect(await emailsAt(position(1, 1, 1))).toEqual([numbered(25)]);
    await user.clear(box);
    await user.type(box, 'หญิง{Enter}');
    expect(await emailsAt(position(1, 1, 1))).toEqual([numbered(3)]);
    expect(box.value).toBe('หญิง');
    await router.navigate(-1);
    await waitFor(() => expect(box.value).not.toBe('หญิง'));
  });

  it('waits 300 ms before it searches, and not at all for Enter', async () => {
    onlyInWholeSuite();
    const { router } = await renderApp({ path: '/admin/users', as: 'admin', language });
    await emailsAt(position(1, 10, 28));
    const box = await searchBox();
    const typed = performance.now();
    fireEvent.change(box, { target: { value: 'User 25' } });
    await waitFor(() => expect(router.state.location.search).toBe('?q=User+25'));
    expect(performance.now() - typed).toBeGreaterThanOrEqual(299);
    fireEvent.change(box, { target: { value: 'User 24' } });
    // A navigation begins in a microtask.
    await act(() => Promise.resolve(fireEvent.submit(box)));
    expect(router.state.location.search).toBe('?q=User+24');
    expect(await emailsAt(position(1, 1, 1))).toEqual([numbered(24)]);
  });

  it('shows that nothing was found, quotes the text, and can show all', async () => {
    onlyInWholeSuite();
    const path = `/admin/users?q=${encodeURIComponent('<b>nobody</b>%')}&sort=nonsense&page=-4`;
    const { user, router } = await renderApp({ path, as: 'admin', language });
    expect(await screen.findByText(text.none)).toBeTruthy();
    expect((await searchBox()).value).toBe('<b>nobody</b>%');
    await user.click(button(text.showAll));
    expect((await emailsAt(position(1, 10, 28)))[0]).toBe(numbered(1));
    expect(router.state.location.search).toBe('?sort=nonsense');
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });

  it('shows placeholders for ten rows while loading', async () => {
    onlyInWholeSuite();
    const { router } = await renderApp({ path: '/dashboard', as: 'admin', language });
    await waitFor(() => expect(document.querySelector('a[href="/admin/users"]')).not.toBeNull());
    const release = holdAnswers();
    onTestFinished(release);
    await router.navigate('/admin/users');
    const list = await screen.findByRole('table', { name: text.title });
    expect(list.getAttribute('aria-busy')).toBe('true');
    expect(within(list).getAllByRole('row', { hidden: true })).toHaveLength(1 + 10);
    release();
    expect(await emailsAt(position(1, 10, 28))).toHaveLength(10);
  });

  it('shows an error in a toast and an alert, keeps the search, and can be fetched again', async () => {
    onTestFinished(async () => {
      await backend().database.sql('grant select on public.bkk_users_admin_view to authenticated');
    });
    await backend().database.sql('revoke select on public.bkk_users_admin_view from authenticated');
    const path = '/admin/users?q=User+25';
    const { user } = await renderApp({ path, as: 'admin', language });
    const again = await screen.findByRole('button', { name: text.tryAgain });
    const message = 'permission denied for view bkk_users_admin_view';
    await waitFor(() =>
      expect(document.querySelector('[data-toasts] [aria-live=assertive]')?.textContent).toBe(
        text.failed + message,
      ),
    );
    expect(again.closest('[role=alert]')?.textContent).toContain(text.failed + message);
    await expectConsoleError(message);
    await backend().database.sql('grant select on public.bkk_users_admin_view to authenticated');
    await user.click(again);
    expect(await emailsAt(position(1, 1, 1))).toEqual([numbered(25)]);
    expect((await searchBox()).value).toBe('User 25');
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
    expect((await toastRegion()).textContent).toBe('');
  });
});

it('shows who is invited and who has not confirmed the address', async () => {
  const invited = await addUser(backend(), { email: 'invited@state.example' });
  const unconfirmed = await addUser(backend(), { email: 'unconfirmed@state.example' });
  onTestFinished(() => removeUsers(backend(), '%@state.example'));
  await backend().database.sql(
    `update auth.users set email_confirmed_at = null, invited_at = case when id = $1 then now() end
     where id = $1 or id = $2`,
    [invited, unconfirmed],
  );
  await renderApp({ path: '/admin/users?q=state.example', as: 'admin' });
  const rowOf = async (email: string) =>
    (await screen.findByText(email, { selector: 'td span' })).closest('tr')?.textContent;
  await waitFor(async () => expect(await rowOf('invited@state.example')).toContain('Invited'));
  expect(await rowOf('unconfirmed@state.example')).toContain('Unconfirmed');
});
