import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Language } from '@bkksiam/domain/languages';
import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import { supabase } from '#platform/supabase.ts';
import { withBackend } from '#testing/backend.ts';
import { expectConsoleError, takeConsoleErrors } from '#testing/console-errors.ts';
import { blockRequests, holdAnswers } from '#testing/network.ts';
import { languagesInTest, renderApp } from '#testing/render-app.tsx';
import { tableRows } from '#testing/table-rows.ts';
import { toastText } from '#testing/toasts.ts';

const backend = withBackend();
const sql = (text: string) => backend().database.sql(text);

const demo = (number: number) => `00000000-0000-4000-8001-${String(number).padStart(12, '0')}`;
/** DMK to CNX for one adult, PENDING. */
const waiting = demo(2);

const texts = {
  en: {
    title: 'Requests',
    search: 'Search by number, name or email',
    columns: ['Number', 'Route', 'Member', 'Departure', 'Received', 'Status'],
    all: 'All',
    position: (range: string) => range.replace('/', ' of '),
    one: ['Bangkok Don Mueang to Chiang Mai', '1 adult'],
    empty: 'No requests yet',
    failed: 'Error fetching requests',
    close: 'Close',
    moveTo: (status: string) => `Move to ${status}`,
    onward: /^Move to/,
    cancel: 'Cancel the request',
    keep: 'Keep it',
    confirm:
      'The request of nattaya@bkksiam.example, Bangkok Don Mueang to Chiang Mai, will be CANCELLED. This action cannot be undone.',
    closed: 'This request is closed. Its status changes no more.',
    moved: (status: string) => `Request updatedBangkok Don Mueang to Chiang Mai is now ${status}.`,
    history: 'History',
    received: 'Request received',
    conflict: 'Somebody else was quicker: this request is CANCELLED now.',
    unknown: 'There is no such request',
  },
  th: {
    title: 'คำขอ',
    search: 'ค้นหาด้วยเลขที่ ชื่อ หรืออีเมล',
    columns: ['เลขที่', 'เส้นทาง', 'สมาชิก', 'วันเดินทาง', 'ได้รับเมื่อ', 'สถานะ'],
    all: 'ทั้งหมด',
    position: (range: string) => range.replace('/', ' จาก '),
    one: ['กรุงเทพฯ ดอนเมือง – เชียงใหม่', 'ผู้ใหญ่ 1'],
    empty: 'ยังไม่มีคำขอ',
    failed: 'โหลดรายการคำขอไม่สำเร็จ',
    close: 'ปิด',
    moveTo: (status: string) => `เปลี่ยนเป็น ${status}`,
    onward: /^เปลี่ยนเป็น/,
    cancel: 'ยกเลิกคำขอ',
    keep: 'ไม่ยกเลิก',
    confirm:
      'คำขอ กรุงเทพฯ ดอนเมือง – เชียงใหม่ ของ nattaya@bkksiam.example จะเป็น CANCELLED และย้อนกลับไม่ได้',
    closed: 'คำขอนี้ปิดแล้ว สถานะจะไม่เปลี่ยนอีก',
    moved: (status: string) => `อัปเดตคำขอแล้วกรุงเทพฯ ดอนเมือง – เชียงใหม่ เป็น ${status} แล้ว`,
    history: 'ประวัติ',
    received: 'ได้รับคำขอ',
    conflict: 'มีผู้ดูแลอีกคนเปลี่ยนไปก่อนแล้ว ตอนนี้คำขอนี้เป็น CANCELLED',
    unknown: 'ไม่พบคำขอนี้',
  },
};

/** Past every trigger, so that nothing of it is recorded. */
const put = (status: string, id = waiting) =>
  sql(`begin; set local session_replication_role = replica;
    update public.bkk_quote_requests set status = '${status}' where quote_id = '${id}'; commit`);

function backToWaiting(): void {
  onTestFinished(async () => {
    await put('PENDING');
  });
}

async function statusOf(id: string): Promise<unknown> {
  const [row] = await sql(`select status from public.bkk_quote_requests where quote_id = '${id}'`);
  return row?.status;
}

const cells = (row: HTMLTableRowElement | undefined) =>
  [...(row?.querySelectorAll('td') ?? [])].map(({ textContent }) => textContent);

const drawer = async () => within(await screen.findByRole('dialog'));

/** The requests page with the pending request open in the drawer. */
async function openWaiting(language: Language = 'en') {
  const path = `/admin/requests?request=${waiting}`;
  const { user } = await renderApp({ path, as: 'admin', language });
  return { user, open: await drawer() };
}

describe.each(languagesInTest('th'))('the admin requests in %s', (language) => {
  const text = texts[language];

  it('lists the requests of all members, newest first', async () => {
    await renderApp({ path: '/admin/requests', as: 'admin', language });
    expect(await screen.findByRole('heading', { level: 1, name: text.title })).toBeTruthy();
    await waitFor(() => expect(document.title).toBe(`${text.title} | BKK Siam`));
    const found = await tableRows();
    expect(found).toHaveLength(15);
    expect(within(screen.getByRole('table')).getAllByRole('row')).toHaveLength(16);
    expect(screen.getByText(text.position('1–15/15'), { selector: 'nav p' })).toBeTruthy();
    const heads = screen.getAllByRole('columnheader');
    expect(heads.map(({ textContent }) => textContent)).toEqual(text.columns);
    expect(heads.map((head) => head.getAttribute('aria-sort'))).toEqual([
      null,
      null,
      'none',
      'none',
      'descending',
      'none',
    ]);
    const first = cells(found[0]).join(' | ');
    for (const part of [...text.one, 'Nattaya Wongthai', 'nattaya@bkksiam.example', 'PENDING']) {
      expect(first).toContain(part);
    }
    expect(cells(found[1]).join()).toContain('somchai@bkksiam.example');
  });

  it('open in a drawer, which returns the focus to the row', async () => {
    const { user, router } = await renderApp({ path: '/admin/requests', as: 'admin', language });
    const [first] = await tableRows();
    const link = within(first ?? document.body).getByRole('link');
    link.focus();
    await user.keyboard('{Enter}');
    const open = await drawer();
    expect(router.state.location.search).toBe(`?request=${waiting}`);
    expect(await open.findByText(text.received)).toBeTruthy();
    const whole = screen.getByRole('dialog').textContent;
    for (const part of text.one) expect(whole).toContain(part);
    expect(open.getByText(waiting)).toBeTruthy();
    const mail = open.getByRole('link', { name: 'nattaya@bkksiam.example' });
    expect(mail.getAttribute('href')).toBe('mailto:nattaya%40bkksiam.example');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.location.search).toBe('');
    await waitFor(() => expect(document.activeElement).toBe(link));
    await user.click(link);
    await drawer();
    await router.navigate(-1);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(link));
  });

  it('change to the next status or to CANCELLED only', async () => {
    backToWaiting();
    const { user, open } = await openWaiting(language);
    for (const status of ['QUOTED', 'CONFIRMED', 'TICKETED']) {
      const onward = await open.findByRole('button', { name: text.moveTo(status) });
      expect(open.getByRole('button', { name: text.cancel })).toBeTruthy();
      expect(open.getAllByRole('button', { name: text.onward })).toHaveLength(1);
      // The button ignores clicks until the list has been read again.
      await waitFor(() => expect(onward.getAttribute('aria-busy')).toBeNull());
      await user.click(onward);
      await waitFor(async () => expect(await toastText()).toContain(text.moved(status)));
      expect(await statusOf(waiting)).toBe(status);
    }
    expect(await open.findByText(text.closed)).toBeTruthy();
    expect(open.queryByRole('button', { name: text.onward })).toBeNull();
    expect(open.queryByRole('button', { name: text.cancel })).toBeNull();
    const history = within(open.getByRole('region', { name: text.history }));
    await waitFor(() => {
      const [latest, ...older] = history.getAllByRole('listitem');
      expect(older.length).toBeGreaterThanOrEqual(3);
      expect(latest?.textContent).toMatch(/CONFIRMED.*TICKETED.*somchai@bkksiam\.example$/);
    });
    await waitFor(async () => expect(cells((await tableRows())[0])[5]).toMatch(/^TICKETED /));
    expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true);
  });

  it('are cancelled after a confirmation that focuses Keep first', async () => {
    backToWaiting();
    const { user, open } = await openWaiting(language);
    await user.click(await open.findByRole('button', { name: text.cancel }));
    const question = within(await screen.findByRole('alertdialog'));
    expect(question.getByText(text.confirm)).toBeTruthy();
    expect(document.activeElement).toBe(question.getByRole('button', { name: text.keep }));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(await statusOf(waiting)).toBe('PENDING');
    const cancel = open.getByRole('button', { name: text.cancel });
    await waitFor(() => expect(document.activeElement).toBe(cancel));
    await user.click(cancel);
    const again = within(await screen.findByRole('alertdialog'));
    await user.click(again.getByRole('button', { name: text.cancel }));
    expect(await open.findByText(text.closed)).toBeTruthy();
    expect(await statusOf(waiting)).toBe('CANCELLED');
  });

  it('stay open when Escape closes the confirmation at once', async () => {
    onlyInWholeSuite();
    const { user, open } = await openWaiting(language);
    const cancel = await open.findByRole('button', { name: text.cancel });
    cancel.focus();
    document.addEventListener(
      'focusin',
      ({ target }) => {
        const escape = { key: 'Escape', bubbles: true, cancelable: true };
        target?.dispatchEvent(new KeyboardEvent('keydown', escape));
      },
      { once: true },
    );
    await user.keyboard('[Space]');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(cancel));
    expect(cancel.isConnected).toBe(true);
  });

  it('get the focus back although the drawer changes while the confirmation closes', async () => {
    onlyInWholeSuite();
    const { user, open } = await openWaiting(language);
    const panel = screen.getByRole('dialog');
    const passing = document.createElement('span');
    panel.append(passing);
    const cancel = await open.findByRole('button', { name: text.cancel });
    await user.click(cancel);
    await screen.findByRole('alertdialog');
    const gone = new MutationObserver(() => {
      if (screen.queryByRole('alertdialog') === null) passing.remove();
    });
    gone.observe(document.body, { childList: true });
    onTestFinished(() => gone.disconnect());
    const heldFor = new Promise((resolve) =>
      panel.addEventListener('focus', resolve, { once: true }),
    );
    await user.keyboard('{Escape}');
    await heldFor;
    await waitFor(() => expect(document.activeElement).toBe(cancel));
  });

  it('show the second of two admins the change of the first', async () => {
    backToWaiting();
    const { user, open } = await openWaiting(language);
    const onward = await open.findByRole('button', { name: text.moveTo('QUOTED') });
    await put('CANCELLED');
    await user.click(onward);
    expect(await open.findByText(text.conflict)).toBeTruthy();
    expect(open.queryByRole('button', { name: text.moveTo('QUOTED') })).toBeNull();
    expect(await statusOf(waiting)).toBe('CANCELLED');
  });

  it('have empty states for no requests and for an unknown one', async () => {
    onlyInWholeSuite();
    await renderApp({ path: '/admin/requests?request=nonsense', as: 'admin', language });
    expect(await (await drawer()).findByText(text.unknown)).toBeTruthy();
  });
});

const en = texts.en;

describe('the list of requests', () => {
  it('is filtered, searched and sorted by the URL', async () => {
    onlyInWholeSuite();
    const { user, router } = await renderApp({ path: '/admin/requests', as: 'admin' });
    await tableRows();
    await user.click(await screen.findByRole('button', { name: 'CONFIRMED 2' }));
    await waitFor(() => expect(router.state.location.search).toBe('?show=CONFIRMED'));
    await waitFor(async () => expect(await tableRows()).toHaveLength(2));
    const search = screen.getByRole('searchbox', { name: en.search });
    await user.click(search);
    await user.paste('SOMCHAI');
    await user.keyboard('{Enter}');
    await waitFor(async () => expect(await tableRows()).toHaveLength(1));
    expect(cells((await tableRows())[0])[2]).toContain('Somchai Rattanakul');
    await user.clear(search);
    await user.click(screen.getByRole('button', { name: /^All/ }));
    await waitFor(async () => expect(await tableRows()).toHaveLength(15));
    for (const [header, order] of [
      ['Member', 'full_name'],
      ['Departure', 'dep_date'],
      ['Status', 'status'],
    ]) {
      await user.click(screen.getByRole('button', { name: header ?? '' }));
      await waitFor(() => expect(router.state.location.search).toBe(`?sort=${order ?? ''}.asc`));
    }
    await waitFor(async () => expect(cells((await tableRows())[0])[5]).toMatch(/^CANCELLED /));
  });

  it('comes in pages of twenty', async () => {
    onlyInWholeSuite();
    onTestFinished(async () => {
      await sql(`delete from public.bkk_quote_requests where dep_date = '2031-02-03'`);
    });
    await sql(`insert into public.bkk_quote_requests (user_id, origin, destination, dep_date, created_at)
      select user_id, 'BKK', 'LHR', '2031-02-03', timestamptz '2030-12-31T17:30:00Z'
      from public.bkk_quote_requests, generate_series(1, 2) where quote_id::text like '00000000-0000-4000-8001-%'`);
    const path = '/admin/requests?page=3';
    const { user } = await renderApp({ path, as: 'admin', language: 'th' });
    expect(await screen.findByText('41–45 จาก 45', { selector: 'nav p' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'หน้าแรก' }));
    expect(await screen.findByText('1–20 จาก 45', { selector: 'nav p' })).toBeTruthy();
    const [first] = await tableRows();
    expect(cells(first).join()).toContain('1 ม.ค. 2574 00:30 น.');
  });

  it('shows errors of the list and of a request', async () => {
    onlyInWholeSuite();
    const grant = 'grant select on public.bkk_quote_requests_admin_view to authenticated';
    onTestFinished(async () => {
      await sql(grant);
    });
    await sql('revoke select on public.bkk_quote_requests_admin_view from authenticated');
    const { user, open } = await openWaiting();
    const again = await open.findByRole('button', { name: 'Try again' });
    let logged = '';
    await waitFor(() => {
      logged += takeConsoleErrors().join();
      expect(logged).toMatch(/query \["requests","admin","one".*permission denied/s);
      expect(logged).toMatch(/query \["requests","admin","list".*permission denied/s);
      // The answer to a count has no body that says why.
      expect(logged).toMatch(/query \["requests","admin","counts",""\] failed/);
    });
    await sql(grant);
    await user.click(again);
    expect(await open.findByText(en.received)).toBeTruthy();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByText(en.failed, { selector: 'main *' })).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });

  it('shows placeholders while loading, and text as text', async () => {
    onlyInWholeSuite();
    const evil = `<img src=x onerror=alert(1)> ${'ก'.repeat(150)}`;
    const rename = (name: string) =>
      sql(
        `update public.bkk_user_profiles set full_name = '${name}' where email = 'nattaya@bkksiam.example'`,
      );
    onTestFinished(async () => {
      await rename('Nattaya Wongthai');
    });
    await rename(evil);
    const { router } = await renderApp({ path: '/admin/requests?q=nattaya', as: 'admin' });
    await tableRows();
    expect(screen.getAllByText(evil)).toHaveLength(12);
    const release = holdAnswers();
    onTestFinished(release);
    await router.navigate(`/admin/requests?q=nattaya&request=${demo(13)}`);
    expect(await screen.findByText('Loading the request...')).toBeTruthy();
    release();
    expect(await (await drawer()).findByText(en.received)).toBeTruthy();
    expect(document.querySelector('main img, [role=dialog] img')).toBeNull();
  });
});

describe('a status change', () => {
  it('that fails shows its error and keeps the status; the next one changes it once', async () => {
    backToWaiting();
    const { user, open } = await openWaiting();
    const onward = await open.findByRole('button', { name: en.moveTo('QUOTED') });
    await open.findByText(en.received);
    const recorded = `select count(*)::int as n from public.bkk_change_log where row_id = '${waiting}'`;
    const [before] = await sql(recorded);
    const unblock = blockRequests('/rpc/bkk_admin_set_quote_status');
    onTestFinished(unblock);
    await user.click(onward);
    expect(await open.findByText('The status was not changed. Please try again.')).toBeTruthy();
    await expectConsoleError('mutation ["requests","admin","set-status"] failed');
    expect(await statusOf(waiting)).toBe('PENDING');
    unblock();
    await user.click(onward);
    await waitFor(async () => expect(await statusOf(waiting)).toBe('QUOTED'));
    await open.findByRole('button', { name: en.moveTo('CONFIRMED') });
    const [after] = await sql(recorded);
    expect(Number(after?.n)).toBe(Number(before?.n) + 1);
  });

  it('is done once by a double click', async () => {
    backToWaiting();
    const { user, open } = await openWaiting();
    await user.dblClick(await open.findByRole('button', { name: en.moveTo('QUOTED') }));
    await open.findByRole('button', { name: en.moveTo('CONFIRMED') });
    expect(await statusOf(waiting)).toBe('QUOTED');
  });

  it('of a deleted request shows the empty state', async () => {
    onlyInWholeSuite();
    await sql(`insert into public.bkk_quote_requests (quote_id, user_id, origin, destination, dep_date)
      select '${demo(99)}', user_id, 'BKK', 'KBV', '2031-01-01' from public.bkk_quote_requests where quote_id = '${waiting}'`);
    const path = `/admin/requests?request=${demo(99)}`;
    const { user } = await renderApp({ path, as: 'admin' });
    const open = await drawer();
    const onward = await open.findByRole('button', { name: en.moveTo('QUOTED') });
    await sql(`delete from public.bkk_quote_requests where quote_id = '${demo(99)}'`);
    await user.click(onward);
    expect(await open.findByText(en.unknown)).toBeTruthy();
  });
});

it('a member who calls the API directly reads and changes nothing', async () => {
  await renderApp({ path: '/dashboard', as: 'member' });
  const client = await supabase();
  const list = await client.from('bkk_quote_requests_admin_view').select('*');
  expect(list.data).toEqual([]);
  const history = await client.from('bkk_change_log').select('*');
  expect(history.data).toEqual([]);
  const step = await client.rpc('bkk_admin_set_quote_status', {
    p_quote_id: waiting,
    p_from: 'PENDING',
    p_to: 'QUOTED',
  });
  expect(step.error?.message).toBe('Only an admin can do this.');
  expect(await statusOf(waiting)).toBe('PENDING');
});
