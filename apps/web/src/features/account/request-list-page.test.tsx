import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';
import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import { withBackend } from '#testing/backend.ts';
import { expectConsoleError } from '#testing/console-errors.ts';
import { holdAnswers, networkQuiet } from '#testing/network.ts';
import { languagesInTest, renderApp } from '#testing/render-app.tsx';
import { textsOf } from '#testing/texts.ts';
import { alertToast, toastRegion } from '#testing/toasts.ts';

const backend = withBackend();

const texts = {
  en: {
    title: 'My Bookings',
    columns: ['Route', 'Date', 'Passengers', 'Status'],
    loading: 'Loading your bookings...',
    empty: 'No bookings found.',
    failed: 'Error fetching bookingsCould not retrieve your bookings at this time.',
    failedText: 'Could not retrieve your bookings at this time.',
    tryAgain: 'Try again',
    next: 'Next page',
    last: 'Last page',
    of: 'of',
    day: '5 Dec 2030',
    departs: 'Departs 5 Dec 2030',
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
    next: 'หน้าถัดไป',
    last: 'หน้าสุดท้าย',
    of: 'จาก',
    day: '5 ธ.ค. 2573',
    departs: 'เดินทาง 5 ธ.ค. 2573',
    passengers: 'ผู้ใหญ่ 2 เด็ก 1',
    route: 'ภูเก็ต – กัวลาลัมเปอร์',
  },
};

const sql = (text: string) => backend().database.sql(text);
const rows = (table: HTMLElement) => within(table).getAllByRole('row').slice(1);

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

describe.each(languagesInTest('en'))('My Bookings in %s', (language) => {
  const text = texts[language];
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
      return { status: cells[3]?.textContent.split(' ', 1)[0], route: codes?.slice(0, 2).join('') };
    });
    expect(shown).toEqual(made);
  });

  it('shows route, departure, passengers and the raw status with its meaning', async () => {
    await addRequests(1);
    await open('newMember');
    const [row] = rows(await screen.findByRole('table', { name: text.title }));
    const cells = within(row ?? document.body).getAllByRole('cell');
    expect(cells[0]?.textContent).toContain(text.route);
    expect(cells[0]?.textContent).toContain(text.departs);
    expect(cells.slice(1).map(({ textContent }) => textContent)).toEqual([
      text.day,
      text.passengers,
      `QUOTED ${textsOf(language)('status.request.QUOTED')}`,
    ]);
    expect(cells[1]?.querySelector('time')?.dateTime).toBe('2030-12-05');
  });

  it('shows skeletons while loading, then the empty state', async () => {
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

  it('shows an error in a toast and an empty list, and fetches again once per click', async () => {
    const grant = 'grant select on public.bkk_quote_requests to authenticated';
    onTestFinished(async () => {
      await sql(grant);
    });
    await sql('revoke select on public.bkk_quote_requests from authenticated');
    const { user } = await open('member');
    const alert = (await screen.findByText(text.failedText, { selector: 'main *' })).closest(
      '[role=alert]',
    );
    expect(alertToast()).toBe(text.failed);
    await expectConsoleError('permission denied');
    // The way on comes first, then what the specification says of a failure.
    const empty = screen.getByText(text.empty);
    expect(alert?.contains(empty)).toBe(false);
    expect(alert?.compareDocumentPosition(empty)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.queryByRole('table')).toBeNull();
    await sql(grant);
    const button = within(screen.getByRole('main')).getByRole('button', { name: text.tryAgain });
    expect(alert?.contains(button)).toBe(true);
    const release = holdAnswers();
    onTestFinished(release);
    await user.click(button);
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'));
    release();
    expect(await screen.findByRole('table', { name: text.title })).toBeTruthy();
    expect(screen.queryByText(text.empty)).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });

  it('shows every request on one of its pages, with links between them', async () => {
    onlyInWholeSuite();
    await addRequests(1045);
    const { user, router } = await open('newMember');
    const days = (table: HTMLElement) =>
      rows(table).map((row) => row.querySelector('time')?.dateTime);
    const table = await screen.findByRole('table', { name: text.title });
    expect(rows(table)).toHaveLength(20);
    expect(days(table)[0]).toBe('2030-12-05');
    const pages = within(screen.getByRole('main'));
    expect(pages.getByText(`1–20 ${text.of} 1,045`)).toBeTruthy();
    const next = pages.getByRole('link', { name: text.next });
    expect(next.getAttribute('href')).toBe('/dashboard/bookings?page=2');
    await user.click(next);
    expect(await pages.findByText(`21–40 ${text.of} 1,045`)).toBeTruthy();
    expect(days(table)[0]).toBe('2030-12-25');
    expect(document.activeElement).toBe(pages.getByRole('heading', { level: 1 }));
    pages.getByRole('link', { name: text.last }).focus();
    await user.keyboard('{Enter}');
    expect(await pages.findByText(`1,041–1,045 ${text.of} 1,045`)).toBeTruthy();
    expect(rows(table)).toHaveLength(5);
    expect(router.state.location.search).toBe('?page=53');
  });

  it('shows the last page where the URL names a page beyond it', async () => {
    await addRequests(25);
    await renderApp({ path: '/dashboard/bookings?page=9', as: 'newMember', language });
    const table = await screen.findByRole('table', { name: text.title });
    expect(rows(table)).toHaveLength(5);
    expect(screen.getByText(`21–25 ${text.of} 25`)).toBeTruthy();
  });
});

it('has no pagination for a single page', async () => {
  onlyInWholeSuite();
  await addRequests(20);
  await renderApp({ path: '/dashboard/bookings', as: 'newMember' });
  const table = await screen.findByRole('table', { name: texts.en.title });
  expect(rows(table)).toHaveLength(20);
  expect(screen.queryByRole('link', { name: texts.en.last })).toBeNull();
});

it('shows the same error while the table is missing', async () => {
  onlyInWholeSuite();
  await sql('alter table public.bkk_quote_requests rename to hidden_requests');
  await renderApp({ path: '/dashboard/bookings', as: 'member' });
  await waitFor(() => expect(alertToast()).toBe(texts.en.failed));
  // The second is PostgreSQL's error, if the request comes before the schema cache is loaded again.
  await expectConsoleError(/Could not find the table|relation .* does not exist/);
  expect(screen.getByText(texts.en.empty)).toBeTruthy();
});
