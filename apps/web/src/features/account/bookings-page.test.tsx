import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';
import { withBackend } from '#testing/backend.ts';
import { holdAnswers, networkQuiet } from '#testing/network.ts';
import { renderApp } from '#testing/render-app.tsx';
import { toastRegion } from '#testing/toasts.ts';

const backend = withBackend();

const words = {
  en: {
    title: 'My Bookings',
    columns: ['Route', 'Date', 'Passengers', 'Status'],
    loading: 'Loading your bookings...',
    empty: 'No bookings found.',
    failed: 'Error fetching bookingsCould not retrieve your bookings at this time.',
    failedText: 'Could not retrieve your bookings at this time.',
    tryAgain: 'Try again',
    more: 'Show more',
    shown: (shown: number) => `${String(shown)} of 250 bookings`,
    day: '5 Dec 2030',
    passengers: '2 adults, 1 child',
    route: 'Phuket to Kuala Lumpur',
  },
  th: {
    title: 'การจองของฉัน',
    columns: ['เส้นทาง', 'วันเดินทาง', 'ผู้โดยสาร', 'สถานะ'],
    loading: 'กำลังโหลดการจองของคุณ...',
    empty: 'ไม่พบการจอง',
    failed: 'โหลดการจองไม่สำเร็จไม่สามารถเรียกดูการจองของคุณได้ในขณะนี้',
    failedText: 'ไม่สามารถเรียกดูการจองของคุณได้ในขณะนี้',
    tryAgain: 'ลองอีกครั้ง',
    more: 'แสดงเพิ่มเติม',
    shown: (shown: number) => `แสดง ${String(shown)} จาก 250 รายการ`,
    day: '5 ธ.ค. 2573',
    passengers: 'ผู้ใหญ่ 2, เด็ก 1',
    route: 'ภูเก็ต – กัวลาลัมเปอร์',
  },
};

const sql = (text: string) => backend().database.sql(text);
const rows = (table: HTMLElement) => within(table).getAllByRole('row').slice(1);
const alertToast = () => document.querySelector('[data-toasts] [role=alert]')?.textContent;

/** Gives the member without requests as many, each made later than those of the seed. */
async function addRequests(count: number): Promise<void> {
  onTestFinished(async () => {
    await sql(`delete from public.bkk_quote_requests where dep_date >= '2030-12-05'`);
  });
  await sql(
    `insert into public.bkk_quote_requests
       (user_id, origin, destination, pax_adt, pax_chd, status, dep_date, created_at)
     select id, 'HKT', 'KUL', 2, 1, 'QUOTED', date '2030-12-05' + n, now() - n * interval '1 minute'
     from auth.users, generate_series(0, ${String(count - 1)}) as n
     where email = 'malee@bkksiam.example'`,
  );
}

describe.each(['en', 'th'] as const)('My Bookings in %s', (language) => {
  const text = words[language];
  const open = (as: 'member' | 'newMember') =>
    renderApp({ path: '/dashboard/bookings', as, language });

  it('lists all requests of the member, the latest made first', async () => {
    await open('member');
    const table = await screen.findByRole('table', { name: text.title });
    const heads = within(table).getAllByRole('columnheader');
    expect(heads.map(({ textContent }) => textContent)).toEqual(text.columns);
    const made = await sql(
      `select status, origin || destination as route from public.bkk_quote_requests
       where member_email = 'nattaya@bkksiam.example' order by created_at desc`,
    );
    expect(made.length).toBeGreaterThan(5);
    const shown = rows(table).map((row) => {
      const cells = within(row).getAllByRole('cell');
      const codes = cells[0]?.textContent.match(/[A-Z]{3}/g);
      return { status: cells[3]?.textContent, route: codes?.slice(0, 2).join('') };
    });
    expect(shown).toEqual(made);
  });

  it('says route, day of departure, passengers and the raw status', async () => {
    await addRequests(1);
    await open('newMember');
    const [row] = rows(await screen.findByRole('table', { name: text.title }));
    const cells = within(row ?? document.body).getAllByRole('cell');
    expect(cells[0]?.textContent).toContain(text.route);
    expect(cells.slice(1).map(({ textContent }) => textContent)).toEqual([
      text.day,
      text.passengers,
      'QUOTED',
    ]);
    expect(cells[1]?.querySelector('time')?.dateTime).toBe('2030-12-05');
  });

  it('says so where there is none, and keeps its place meanwhile', async () => {
    const { user } = await renderApp({ path: '/dashboard', as: 'newMember', language });
    const [link] = await screen.findAllByRole('link', { name: text.title });
    await networkQuiet();
    const release = holdAnswers();
    onTestFinished(release);
    await user.click(link ?? document.body);
    const waiting = await screen.findByText(text.loading);
    expect(waiting.parentElement?.getAttribute('aria-busy')).toBe('true');
    expect(screen.queryByText(text.empty)).toBeNull();
    release();
    expect(await screen.findByText(text.empty)).toBeTruthy();
    expect(screen.queryByText(text.loading)).toBeNull();
    expect((await toastRegion()).textContent).toBe('');
  });

  it('tells a failure by a toast and an empty list, and asks again when told to, once a press', async () => {
    const grant = 'grant select on public.bkk_quote_requests to authenticated';
    onTestFinished(async () => {
      await sql(grant);
    });
    await sql('revoke select on public.bkk_quote_requests from authenticated');
    const { user } = await open('member');
    const alert = (await screen.findByText(text.failedText, { selector: 'main *' })).parentElement;
    expect(alertToast()).toBe(text.failed);
    expect(screen.getByText(text.empty)).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
    await sql(grant);
    const button = within(alert?.parentElement ?? document.body).getByRole('button', {
      name: text.tryAgain,
    });
    const release = holdAnswers();
    onTestFinished(release);
    await user.click(button);
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'));
    release();
    expect(await screen.findByRole('table', { name: text.title })).toBeTruthy();
    expect(screen.queryByText(text.empty)).toBeNull();
  });

  it('shows a long list a hundred at a time, and keeps the focus in it', async () => {
    await addRequests(250);
    const { user } = await open('newMember');
    const table = await screen.findByRole('table', { name: text.title });
    expect(rows(table)).toHaveLength(100);
    const more = screen.getByRole('button', { name: text.more });
    expect(screen.getByText(text.shown(100))).toBeTruthy();
    await user.click(more);
    expect(rows(table)).toHaveLength(200);
    expect(document.activeElement).toBe(more);
    await user.click(more);
    expect(rows(table)).toHaveLength(250);
    expect(screen.queryByRole('button', { name: text.more })).toBeNull();
    expect(document.activeElement).toBe(screen.getByText(text.shown(250)));
  });
});

it('says the same where the table is missing', async () => {
  await sql('alter table public.bkk_quote_requests rename to hidden_requests');
  await renderApp({ path: '/dashboard/bookings', as: 'member' });
  await waitFor(() => expect(alertToast()).toBe(words.en.failed));
  expect(screen.getByText(words.en.empty)).toBeTruthy();
});
