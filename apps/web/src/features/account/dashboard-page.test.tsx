import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';
import { withBackend } from '#testing/backend.ts';
import { expectConsoleError } from '#testing/console-errors.ts';
import { languagesInTest, renderApp } from '#testing/render-app.tsx';
import { textsOf } from '#testing/texts.ts';
import { toastRegion, toastText } from '#testing/toasts.ts';

const backend = withBackend();

const texts = {
  en: {
    greeting: (name: string) => `Sawasdee, ${name}`,
    pending: '2 of your latest requests are with our team now.',
    credit: 'THB 12,450.00',
    nothing: 'THB 0.00',
    recent: 'Recent Bookings',
    viewAll: 'View all',
    columns: ['Route', 'Updated', 'Passengers', 'Status'],
    route: 'Bangkok Suvarnabhumi to Seoul Incheon',
    passengers: '2 adults, 2 children, 1 infant',
    empty: 'No bookings yet',
    failed: 'Your bookings could not be loaded.',
    tryAgain: 'Try again',
    soon: 'Coming Soon!',
    tiles: [
      'Reserve a flight',
      'Available Credit',
      'Travel Insurance',
      'My Bookings',
      'How to Top-up',
    ],
    hotels: /^Hotels/,
    askForHotel: 'Ask us for a hotel',
    hotelSubject: 'Hotel booking',
    insurance: '16% commission plus 15% special discount',
  },
  th: {
    greeting: (name: string) => `สวัสดีค่ะ คุณ ${name}`,
    pending: 'ทีมงานกำลังดำเนินการคำขอของคุณ 2 รายการ',
    credit: '฿12,450.00',
    nothing: '฿0.00',
    recent: 'การจองล่าสุด',
    viewAll: 'ดูทั้งหมด',
    columns: ['เส้นทาง', 'อัปเดตเมื่อ', 'ผู้โดยสาร', 'สถานะ'],
    route: 'กรุงเทพฯ สุวรรณภูมิ – โซล อินชอน',
    passengers: 'ผู้ใหญ่ 2 เด็ก 2 ทารก 1',
    empty: 'ยังไม่มีการจอง',
    failed: 'โหลดการจองของคุณไม่สำเร็จ',
    tryAgain: 'ลองอีกครั้ง',
    soon: 'เร็ว ๆ นี้!',
    tiles: ['จองเที่ยวบิน', 'เครดิตคงเหลือ', 'ประกันการเดินทาง', 'การจองของฉัน', 'วิธีเติมเครดิต'],
    hotels: /^โรงแรม/,
    askForHotel: 'สอบถามเรื่องโรงแรม',
    hotelSubject: 'สอบถามการจองโรงแรม',
    insurance: 'ค่าคอมมิชชัน 16% และส่วนลดพิเศษ 15%',
  },
};

async function sql(text: string): Promise<void> {
  await backend().database.sql(text);
}

const withoutName = `update auth.users set raw_user_meta_data = raw_user_meta_data - 'full_name'
  where email = 'malee@bkksiam.example';
  update public.bkk_user_profiles set full_name = null where email = 'malee@bkksiam.example'`;
const withName = `update auth.users
  set raw_user_meta_data = raw_user_meta_data || '{"full_name": "Malee Srisuk"}'
  where email = 'malee@bkksiam.example';
  update public.bkk_user_profiles set full_name = 'Malee Srisuk' where email = 'malee@bkksiam.example'`;

describe.each(languagesInTest('en'))('the dashboard in %s', (language) => {
  const text = texts[language];

  const t = textsOf(language);

  it('greets the member by name and shows credit and the five requests that changed last', async () => {
    await renderApp({ path: '/dashboard', as: 'member', language });
    const greeting = { level: 1, name: text.greeting('Nattaya Wongthai') };
    expect(await screen.findByRole('heading', greeting)).toBeTruthy();
    expect(await screen.findByText(text.credit)).toBeTruthy();
    const banner = screen.getByRole('heading', greeting).parentElement;
    await waitFor(() => expect(banner?.textContent).toContain(text.pending));
    const table = within(await screen.findByRole('table', { name: text.recent }));
    expect(table.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(
      text.columns,
    );
    const rows = table.getAllByRole('row').slice(1);
    expect(rows.map((row) => within(row).getAllByRole('cell')[3]?.textContent)).toEqual([
      `QUOTED ${t('status.request.QUOTED')}`,
      `PENDING ${t('status.request.PENDING')}`,
      `CONFIRMED ${t('status.booking.CONFIRMED')}`,
      `PENDING ${t('status.request.PENDING')}`,
      `TICKETED ${t('status.booking.TICKETED')}`,
    ]);
    const cells = within(rows[3] ?? document.body).getAllByRole('cell');
    expect(cells[0]?.textContent).toContain(text.route);
    expect(cells[2]?.textContent).toBe(text.passengers);
    const viewAll = screen.getByRole('link', { name: text.viewAll });
    expect(viewAll.getAttribute('href')).toBe('/dashboard/bookings');
  });

  it('dates a request by its day in Bangkok, in the era of the language', async () => {
    const quote = `'00000000-0000-4000-8001-000000000015'`;
    onTestFinished(() =>
      sql(`delete from public.bkk_quote_requests where dep_date = '2030-01-01'`),
    );
    await sql(
      `insert into public.bkk_quote_requests (user_id, origin, destination, dep_date, updated_at)
       select user_id, 'BKK', 'LHR', '2030-01-01', '2099-12-31T17:30:00Z'
       from public.bkk_quote_requests where quote_id = ${quote}`,
    );
    await renderApp({ path: '/dashboard', as: 'admin', language });
    const table = within(await screen.findByRole('table', { name: text.recent }));
    const first = within(table.getAllByRole('row')[1] ?? document.body).getAllByRole('cell');
    expect(first[0]?.textContent).toMatch(/LHR/);
    expect(first[1]?.textContent).toBe(language === 'th' ? '1 ม.ค. 2643' : '1 Jan 2100');
    // Below the route, as phones show it, no header names the date.
    expect(first[0]?.textContent).toContain(
      language === 'th' ? 'อัปเดต 1 ม.ค. 2643' : 'Updated 1 Jan 2100',
    );
  });

  it('shows a new member no credit and no requests, and no error', async () => {
    await renderApp({ path: '/dashboard', as: 'newMember', language });
    expect(await screen.findByText(text.nothing)).toBeTruthy();
    expect(await screen.findByText(text.empty)).toBeTruthy();
    expect((await toastRegion()).textContent).toBe('');
  });

  it('greets a member without a name as Siam', async () => {
    onTestFinished(() => sql(withName));
    await sql(withoutName);
    await renderApp({ path: '/dashboard', as: 'newMember', language });
    expect(
      await screen.findByRole('heading', { level: 1, name: text.greeting('Siam') }),
    ).toBeTruthy();
  });

  it('links its tiles to their pages, with a toast for hotels', async () => {
    const { user } = await renderApp({ path: '/dashboard', as: 'member', language });
    await screen.findByText(text.credit);
    const tiles = within(screen.getByRole('main')).getAllByRole('listitem').slice(0, 5);
    expect(tiles.map((tile) => within(tile).getByRole('link').getAttribute('href'))).toEqual([
      '/dashboard/group-request',
      '/dashboard/payments',
      '/dashboard/support',
      '/dashboard/bookings',
      '/dashboard/payments',
    ]);
    tiles.forEach((tile, index) => expect(tile.textContent).toContain(text.tiles[index]));
    expect(tiles[2]?.textContent).toContain(text.insurance);
    await user.click(screen.getByRole('button', { name: text.hotels }));
    expect(await toastText()).toContain(text.soon);
    await user.click(screen.getByRole('button', { name: text.askForHotel }));
    await waitFor(() => expect(window.location.pathname).toBe('/contact'));
    expect(new URLSearchParams(window.location.search).get('subject')).toBe(text.hotelSubject);
  });

  it('logs any other error, shows it in the card and fetches again', async () => {
    onTestFinished(() => sql('grant select on public.bkk_quote_requests to authenticated'));
    await sql('revoke select on public.bkk_quote_requests from authenticated');
    const { user } = await renderApp({ path: '/dashboard', as: 'member', language });
    expect(await screen.findByText(text.failed)).toBeTruthy();
    await expectConsoleError('permission denied');
    await sql('grant select on public.bkk_quote_requests to authenticated');
    await user.click(screen.getByRole('button', { name: text.tryAgain }));
    expect(await screen.findByRole('table', { name: text.recent })).toBeTruthy();
    expect((await toastRegion()).textContent).toBe('');
  });
});
