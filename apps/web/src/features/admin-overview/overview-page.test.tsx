import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { bangkokTimeText } from '@bkksiam/domain/date-text';
import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import { withBackend } from '#testing/backend.ts';
import { expectConsoleError } from '#testing/console-errors.ts';
import { blockRequests, divertCalls } from '#testing/network.ts';
import { languagesInTest, renderApp } from '#testing/render-app.tsx';

const backend = withBackend();

const texts = {
  en: {
    title: 'Admin Overview',
    tiles: ['Users', 'Requests', 'News Center', 'Logs'],
    activity: 'Recent Activity',
    signIns: 'Latest sign-ins',
    requests: 'Latest requests',
    rejected: 'Refused',
    signedIn: 'Signed in',
    activityFailed: 'This could not be loaded.',
    none: 'Nobody has signed in yet.',
    tryAgain: 'Try again',
    system: 'System Status',
    parts: ['Database', 'Mail queue', 'Store'],
    working: 'Working',
    notWorking: 'Not working',
    waiting: (count: number) => (count === 1 ? '1 mail waiting' : `${count} mails waiting`),
    failed: 'The status could not be read.',
    unknown: 'Not known here',
  },
  th: {
    title: 'ภาพรวมระบบ',
    tiles: ['ผู้ใช้', 'คำขอ', 'ศูนย์ข่าว', 'บันทึกการเข้าสู่ระบบ'],
    activity: 'ความเคลื่อนไหวล่าสุด',
    signIns: 'การเข้าสู่ระบบล่าสุด',
    requests: 'คำขอล่าสุด',
    rejected: 'ไม่สำเร็จ',
    signedIn: 'สำเร็จ',
    activityFailed: 'โหลดข้อมูลส่วนนี้ไม่สำเร็จ',
    none: 'ยังไม่มีใครเข้าสู่ระบบ',
    tryAgain: 'ลองอีกครั้ง',
    system: 'สถานะระบบ',
    parts: ['ฐานข้อมูล', 'คิวอีเมล', 'ร้านค้า'],
    working: 'ทำงานปกติ',
    notWorking: 'ขัดข้อง',
    waiting: (count: number) => `อีเมลรอส่ง ${count} ฉบับ`,
    failed: 'อ่านสถานะระบบไม่สำเร็จ',
    unknown: 'ไม่มีข้อมูลสถานะ',
  },
};

const sql = (text: string) => backend().database.sql(text);

beforeAll(async () => {
  await sql(`
    delete from public.bkk_login_logs;
    insert into public.bkk_login_logs (user_id, email, success, created_at)
      select user_id, 'guest' || n || '@log.example', n <> 1199, timestamptz '2040-01-01 17:00:00Z' + n * interval '1 minute'
      from generate_series(1, 1200) as n, public.bkk_user_roles where email = 'nattaya@bkksiam.example';
    insert into public.bkk_quote_requests (user_id, origin, destination, dep_date, created_at)
      select user_id, 'USM', 'KUL', '2041-01-01', '2040-01-01 17:00:00Z'
      from public.bkk_user_roles where email = 'malee@bkksiam.example'`);
});

async function countOf(from: string): Promise<number> {
  const [row] = await sql(`select count(*)::int as count from ${from}`);
  return Number(row?.count);
}

describe.each(languagesInTest('th'))('the admin overview in %s', (language) => {
  const text = texts[language];
  const open = () => renderApp({ path: '/admin', as: 'admin', language });
  const card = async (name: string) => within(await screen.findByRole('region', { name }));

  async function tiles(): Promise<HTMLElement[]> {
    await screen.findByRole('heading', { level: 1, name: text.title });
    const list = screen.getByRole('main').querySelector('ul');
    const links = within(list ?? document.body).getAllByRole('link');
    await waitFor(() => expect(list?.querySelector('[aria-busy]')).toBeNull());
    return links;
  }

  it('links to users, requests, news and logs, each with its exact count', async () => {
    await open();
    const links = await tiles();
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/admin/users',
      '/admin/requests',
      '/admin/news',
      '/admin/logs',
    ]);
    const counts = [
      await countOf('public.bkk_user_roles'),
      await countOf(`public.bkk_quote_requests where status = 'PENDING'`),
      await countOf('public.bkk_airline_news'),
    ].map(String);
    // The admin's own sign-ins come on top.
    const logs = new Intl.NumberFormat(language).format(await countOf('public.bkk_login_logs'));
    expect(counts[1]).not.toBe('0');
    for (const [index, count] of [...counts, logs].entries()) {
      const [title, number] = links[index]?.querySelectorAll(':scope > span') ?? [];
      expect([title?.textContent, number?.textContent]).toEqual([text.tiles[index], count]);
    }
    await waitFor(() => expect(document.title).toBe(`${text.title} | BKK Siam`));
  });

  it('counts as 0 what cannot be counted, and logs it', async () => {
    onTestFinished(async () => {
      await sql('grant select on public.bkk_airline_news to authenticated');
    });
    await sql('revoke select on public.bkk_airline_news from authenticated');
    await open();
    const links = await tiles();
    expect(links[2]?.querySelectorAll(':scope > span')[1]?.textContent).toBe('0');
    expect(links[0]?.querySelectorAll(':scope > span')[1]?.textContent).not.toBe('0');
    await expectConsoleError('query ["admin","overview","count","news"] failed');
  });

  it('shows the five latest sign-ins and requests, the latest first, with Bangkok time', async () => {
    await open();
    const activity = await card(text.activity);
    const [signIns, requests] = await waitFor(() => {
      const lists = activity.getAllByRole('list');
      expect(lists).toHaveLength(2);
      return lists;
    });
    const entries = within(signIns ?? document.body).getAllByRole('listitem');
    expect(entries.map((entry) => entry.querySelector('.font-mid')?.textContent)).toEqual(
      [1200, 1199, 1198, 1197, 1196].map((n) => `guest${n}@log.example`),
    );
    expect(entries[0]?.textContent).toContain(
      language === 'en' ? '2 Jan 2040, 20:00' : '2 ม.ค. 2583 20:00 น.',
    );
    expect(entries[0]?.textContent).toContain(text.signedIn);
    expect(entries[1]?.textContent).toContain(text.rejected);
    const latest = within(requests ?? document.body).getAllByRole('listitem');
    expect(latest).toHaveLength(5);
    expect(latest[0]?.textContent).toMatch(/USM.*KUL.*malee@bkksiam\.example.*PENDING/);
    expect(latest[0]?.textContent).toContain(bangkokTimeText('2040-01-01T17:00:00Z', language));
    expect(activity.getByRole('heading', { name: text.requests })).toBeTruthy();
  });

  it('shows which part of the activity could not be loaded, and fetches it again', async () => {
    onTestFinished(async () => {
      await sql('grant select on public.bkk_login_logs_admin_view to authenticated');
    });
    await sql('revoke select on public.bkk_login_logs_admin_view from authenticated');
    const { user } = await open();
    const activity = await card(text.activity);
    expect((await activity.findByRole('alert')).textContent).toContain(text.activityFailed);
    expect(await activity.findByText(/USM/)).toBeTruthy();
    await expectConsoleError('permission denied');
    await sql('grant select on public.bkk_login_logs_admin_view to authenticated');
    await user.click(activity.getByRole('button', { name: text.tryAgain }));
    expect(await activity.findByText('guest1200@log.example')).toBeTruthy();
    expect(document.activeElement).toBe(activity.getByRole('heading', { name: text.signIns }));
  });

  async function parts(): Promise<(string | undefined)[]> {
    const system = await card(text.system);
    const rows = await system.findAllByRole('listitem');
    return rows.map((row, index) => row.textContent.split(text.parts[index] ?? '?')[1]);
  }

  it('shows that database, mail queue and store work, with the time of the check', async () => {
    const before = Date.now();
    await open();
    const { working, waiting } = text;
    expect(await parts()).toEqual([working, waiting(0) + working, working]);
    const checked = (await card(text.system)).getByText(/\(Bangkok\)|\(เวลาไทย\)/).textContent;
    const minutes = [before, Date.now()].map((time) =>
      bangkokTimeText(new Date(time).toISOString(), language),
    );
    expect(minutes.some((minute) => minute !== undefined && checked.includes(minute))).toBe(true);
  });

  it('shows a failure of one of them within ten seconds', async () => {
    onTestFinished(async () => {
      vi.useRealTimers();
      await sql('alter table if exists public.elsewhere rename to bkk_product_variants');
      await sql('delete from bkksiam_private.mail_outbox');
    });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldAdvanceTime: true });
    await open();
    await parts();
    await sql('alter table public.bkk_product_variants rename to elsewhere');
    await sql(`insert into bkksiam_private.mail_outbox
      (id, type, language, recipient, redirect_to, sealed_token, expires_at, due_at, attempts, last_failure)
      values (gen_random_uuid(), 'recovery', 'en', 'a@example.com', '', '', now() + interval '1 hour',
        now() + interval '10 minutes', 1, 'ECONNREFUSED')`);
    const { working, notWorking, waiting } = text;
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    vi.useRealTimers();
    await waitFor(async () =>
      expect(await parts()).toEqual([working, waiting(1) + notWorking, notWorking]),
    );
  });

  it('shows all of them as failed while the database is unreachable', async () => {
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldAdvanceTime: true });
    await open();
    await parts();
    const { working, notWorking, waiting } = text;
    await backend().database.away(async () => {
      await act(() => vi.advanceTimersByTimeAsync(10_000));
      await waitFor(async () =>
        expect(await parts()).toEqual([notWorking, notWorking, notWorking]),
      );
    });
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    await waitFor(async () =>
      expect(await parts()).toEqual([working, waiting(0) + working, working]),
    );
  });

  it('shows that the status could not be read, and fetches it again', async () => {
    onlyInWholeSuite();
    const unblock = blockRequests('/functions/v1/');
    onTestFinished(unblock);
    const { user } = await open();
    const system = await card(text.system);
    expect((await system.findByRole('alert')).textContent).toContain(text.failed);
    await expectConsoleError('query ["admin","overview","system-status"] failed');
    unblock();
    await user.click(system.getByRole('button', { name: text.tryAgain }));
    expect(await parts()).toHaveLength(3);
    expect(document.activeElement).toBe(system.getByRole('heading', { name: text.system }));
  });

  it('shows an unknown status on a hosted project', async () => {
    onTestFinished(divertCalls('/functions/v1/admin-system-status', '/functions/v1/nowhere'));
    await open();
    const system = await card(text.system);
    expect((await system.findByRole('status')).textContent).toContain(text.unknown);
    expect(system.queryByRole('alert')).toBeNull();
  });
});
