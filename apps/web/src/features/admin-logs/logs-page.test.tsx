import { screen, waitFor } from '@testing-library/react';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { bangkokTimestamp } from '@bkksiam/domain/date-text';
import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import { supabase } from '#platform/supabase.ts';
import { withBackend } from '#testing/backend.ts';
import { catchFiles } from '#testing/downloads.ts';
import { expectConsoleError } from '#testing/console-errors.ts';
import { blockRequests } from '#testing/network.ts';
import { languagesInTest, renderApp } from '#testing/render-app.tsx';
import { tableRows } from '#testing/table-rows.ts';
import { toastText } from '#testing/toasts.ts';
import { readSignIns } from './sign-ins-data.ts';

const backend = withBackend();
const sql = (text: string) => backend().database.sql(text);
const path = '/admin/logs';

const texts = {
  en: {
    title: 'Logs',
    search: 'Search by email',
    columns: ['Time (Bangkok)', 'Member', 'Result'],
    succeeded: 'Succeeded',
    failed: 'Failed',
    newest: '1 Jan 2099, 01:30',
    position: (range: string) => range.replace('/', ' of '),
    export: 'Export CSV',
    header: 'Time (Bangkok),Email,Result,Event,Member id',
    exported: (rows: string) => `Logs exported${rows} sign-ins are in the file.`,
  },
  th: {
    title: 'บันทึกการเข้าสู่ระบบ',
    search: 'ค้นหาด้วยอีเมล',
    columns: ['เวลาไทย', 'สมาชิก', 'ผล'],
    succeeded: 'สำเร็จ',
    failed: 'ไม่สำเร็จ',
    newest: '1 ม.ค. 2642 01:30 น.',
    position: (range: string) => range.replace('/', ' จาก '),
    export: 'ส่งออกไฟล์ CSV',
    header: 'เวลาไทย,อีเมล,ผล,เหตุการณ์,รหัสสมาชิก',
    exported: (rows: string) => `ส่งออกบันทึกแล้วในไฟล์มี ${rows} รายการ`,
  },
};

const malee = `(select id from auth.users where email = 'malee@bkksiam.example')`;

/** 1,203 sign-ins long after those of the tests themselves, several at the same moment; every tenth failed. */
beforeAll(async () => {
  await sql(`insert into public.bkk_login_logs (user_id, email, success, created_at)
    select ${malee}, case when n = 2 then '=cmd|''calc''!A0' else 'n' || n || '@logs.example' end, n % 10 <> 0,
      timestamptz '2098-12-31T18:30:00.123456Z' - (n / 3) * interval '1 second'
    from generate_series(0, 1202) n`);
});

async function linesOf(content: Blob | undefined): Promise<string[]> {
  const bytes = new Uint8Array((await content?.arrayBuffer()) ?? []);
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  return new TextDecoder().decode(bytes).split('\r\n');
}

describe.each(languagesInTest('th'))('the sign-ins in %s', (language) => {
  const text = texts[language];

  it('are listed with Bangkok time, member and result, newest first', async () => {
    await renderApp({ path, as: 'admin', language });
    expect(await screen.findByRole('heading', { level: 1, name: text.title })).toBeTruthy();
    await waitFor(() => expect(document.title).toBe(`${text.title} | BKK Siam`));
    const found = await tableRows();
    expect(found).toHaveLength(20);
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(heads).toEqual(text.columns);
    const first = found[0]?.textContent ?? '';
    expect(first).toContain(text.newest);
    expect(first).toContain('=cmd');
    expect(first).toContain(text.succeeded);
    const time = found[0]?.querySelector('time');
    expect(time?.dateTime).toMatch(/^2098-12-31T18:30:00/);
  });

  it('are filtered and searched by the URL', async () => {
    const { user, router } = await renderApp({ path, as: 'admin', language });
    await tableRows();
    await user.click(screen.getByRole('button', { name: text.failed }));
    expect(await screen.findByText(text.position('1–20/121'), { selector: 'nav p' })).toBeTruthy();
    expect(router.state.location.search).toBe('?show=failed');
    const box = screen.getByRole('searchbox', { name: text.search });
    await user.type(box, 'N120{Enter}');
    expect(await screen.findByText(text.position('1–2/2'), { selector: 'nav p' })).toBeTruthy();
    expect(router.state.location.search).toBe('?show=failed&q=N120');
    await user.click(screen.getByRole('button', { name: text.columns[0] ?? '' }));
    await waitFor(() => expect(router.state.location.search).toContain('sort=created_at.asc'));
    await waitFor(async () => expect((await tableRows())[0]?.textContent).toContain('n1200@'));
  });

  it('are exported from all pages of the filtered list, to a file named by the day', async () => {
    const files = catchFiles();
    const { user } = await renderApp({ path: `${path}?q=logs.example`, as: 'admin', language });
    await tableRows();
    await user.click(screen.getByRole('button', { name: text.export }));
    await waitFor(async () => expect(await toastText()).toContain(text.exported('1,202')));
    expect(files).toHaveLength(1);
    const today = bangkokTimestamp(new Date().toISOString())?.slice(0, 10) ?? '';
    expect(files[0]?.name).toBe(`sign-ins-${today}.csv`);
    const lines = await linesOf(files[0]?.content);
    expect(lines).toHaveLength(1 + 1202 + 1);
    expect(lines[0]).toBe(text.header);
    expect(lines[1]).toMatch(
      new RegExp(`^2099-01-01 01:30:00,n1@logs\\.example,${text.succeeded},login,[0-9a-f-]{36}$`),
    );
    expect(new Set(lines).size).toBe(lines.length);
  });
});

const en = texts.en;

it('the last pages of a very long list keep the order', async () => {
  const { user, router } = await renderApp({ path: `${path}?q=logs.example`, as: 'admin' });
  await tableRows();
  await user.click(screen.getByRole('button', { name: 'Last page' }));
  await screen.findByText('1,201–1,202 of 1,202', { selector: 'nav p' });
  const names = async () =>
    (await tableRows()).map((row) => /n\d+(?=@)/.exec(row.textContent)?.[0]);
  expect(await names()).toEqual(['n1201', 'n1200']);
  await user.click(screen.getByRole('button', { name: 'Previous page' }));
  await waitFor(() => expect(router.state.location.search).toContain('page=60'));
  await waitFor(async () => expect(await names()).toHaveLength(20));
  expect((await names()).slice(-3)).toEqual(['n1198', 'n1197', 'n1202']);
});

it('an exported address cannot run as a formula', async () => {
  const files = catchFiles();
  const { user } = await renderApp({ path: `${path}?q=calc`, as: 'admin' });
  await tableRows();
  await user.click(screen.getByRole('button', { name: en.export }));
  await waitFor(() => expect(files).toHaveLength(1));
  const [, row] = await linesOf(files[0]?.content);
  expect(row).toContain(`,'=cmd|'calc'!A0,`);
});

it('a failed export shows its error; the next one works', async () => {
  onlyInWholeSuite();
  const files = catchFiles();
  const { user } = await renderApp({ path: `${path}?q=n12`, as: 'admin' });
  await tableRows();
  const unblock = blockRequests('/bkk_login_logs_admin_view');
  onTestFinished(unblock);
  await user.click(screen.getByRole('button', { name: en.export }));
  await screen.findByText('The export failed. Please try again.');
  await expectConsoleError('mutation ["admin","sign-ins","export"] failed');
  expect(files).toHaveLength(0);
  unblock();
  await user.click(await screen.findByRole('button', { name: en.export }));
  await waitFor(() => expect(files).toHaveLength(1));
});

describe('the rows of an export', () => {
  const everything = { search: '', filter: undefined };
  const quiet = () => new AbortController().signal;

  it('are read page by page without duplicates or gaps, even at equal times', async () => {
    await renderApp({ path, as: 'admin' });
    const failed = { search: 'logs.example', filter: 'failed' } as const;
    const { rows: found, complete } = await readSignIns(failed, quiet(), {
      maxRows: 1000,
      pageRows: 7,
    });
    expect(complete).toBe(true);
    expect(found).toHaveLength(121);
    expect(new Set(found.map(({ id }) => id)).size).toBe(121);
    expect(found.every(({ success }) => !success)).toBe(true);
    const times = found.map(({ created_at }) => created_at);
    expect(times).toEqual([...times].sort().reverse());
  });

  it('stop at the limit of a file, which the toast says', async () => {
    await renderApp({ path, as: 'admin' });
    const limits = { maxRows: 25, pageRows: 10 };
    const { rows: found, complete } = await readSignIns(everything, quiet(), limits);
    expect([found.length, complete]).toEqual([25, false]);
    const exact = { search: 'n12', filter: undefined };
    const few = await readSignIns(exact, quiet(), { maxRows: 14, pageRows: 10 });
    expect([few.rows.length, few.complete]).toEqual([14, true]);
  });
});

it('a member who calls the API directly reads no sign-ins', async () => {
  await renderApp({ path: '/dashboard', as: 'member' });
  const client = await supabase();
  expect((await client.from('bkk_login_logs_admin_view').select('*')).data).toEqual([]);
  expect((await client.from('bkk_login_logs').select('*')).data).toEqual([]);
});
