import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { members } from '../../apps/server/src/testing/rest-service.ts';
import { shareDatabase } from '../../apps/server/src/testing/shared-database.ts';
import { startBookingDatabase } from './booking-fixture.ts';
import type { SignedInUser } from './member-database.ts';

const { nattaya, somchai, malee } = members;

/** Somchai is the admin. */
const db = shareDatabase(startBookingDatabase);

beforeAll(async () => {
  await db.test.sql(`select bkk_internal.set_features('{requests,bookings,support}')`);
});

const open = async (values: Readonly<Record<string, unknown>> = {}, who: SignedInUser = nattaya) =>
  db
    .call(who, 'bkk_open_support_thread', {
      p_request_key: randomUUID(),
      p_subject: 'กระเป๋าขากลับ',
      p_text: 'เพิ่มเป็น 30 กก. ได้ไหมคะ',
      ...values,
    })
    .then((answer) => answer.replaceAll('"', ''));

const post = (thread: string, who: SignedInUser = nattaya, id: string = randomUUID()) =>
  db.call(who, 'bkk_post_support_message', {
    p_thread_id: thread,
    p_message_id: id,
    p_text: 'ใส่ชื่อพี่กฤตแทนค่ะ',
  });
const answer = (thread: string, values: Readonly<Record<string, unknown>> = {}) =>
  db.call(somchai, 'bkk_admin_answer_support', {
    p_thread_id: thread,
    p_message_id: randomUUID(),
    p_text: 'ได้ค่ะ',
    ...values,
  });

async function stateOf(thread: string) {
  const [row] = await db.test.sql(
    `select status, round(extract(epoch from answer_due_at - created_at) / 3600)::int as hours, solved_at is not null as is_over,
       assigned_to from bkk_support_threads where thread_id = $1`,
    [thread],
  );
  return row;
}
const readBy = async (who: SignedInUser, thread: string) =>
  (
    await db.rows(
      who,
      'select author, event, text from bkk_support_messages where thread_id = $1 order by number',
      [thread],
    )
  ).map(({ author, event, text }) => [author, event ?? text]);
const queued = async () =>
  (
    await db.test.sql<{ event: string }>(
      `select event from bkk_outbox where event ~ 'support|ticket' order by number`,
    )
  ).map(({ event }) => event);

describe('a thread', () => {
  test('waits for the agency, then for the member, and is told of once a turn', async () => {
    const key = randomUUID();
    const thread = await open({ p_request_key: key });
    expect(await open({ p_request_key: key })).toBe(thread);
    expect(await stateOf(thread)).toMatchObject({ status: 'open', hours: 24, is_over: false });
    const message = randomUUID();
    for (const id of [message, message]) expect(await post(thread, nattaya, id)).toBe('done');
    expect(await queued()).toEqual(['admin.support_received']);
    expect(await answer(thread)).toBe('done');
    await answer(thread, { p_text: 'คนละ 420 บาทค่ะ' });
    expect(await queued()).toEqual(['admin.support_received', 'support.answered']);
    expect(await stateOf(thread)).toMatchObject({
      ...{ status: 'waiting', hours: null, is_over: false, assigned_to: somchai.id },
    });
    await post(thread);
    expect(await queued()).toHaveLength(3);
    expect(await readBy(nattaya, thread)).toEqual([
      ['customer', 'เพิ่มเป็น 30 กก. ได้ไหมคะ'],
      ['customer', 'ใส่ชื่อพี่กฤตแทนค่ะ'],
      ['agency', 'ได้ค่ะ'],
      ['agency', 'คนละ 420 บาทค่ะ'],
      ['customer', 'ใส่ชื่อพี่กฤตแทนค่ะ'],
    ]);
  });

  test('keeps the time that its first unanswered message was promised', async () => {
    const thread = await open();
    const due = () =>
      db.test.sql('select answer_due_at from bkk_support_threads where thread_id = $1', [thread]);
    const first = await due();
    await post(thread);
    expect(await due()).toEqual(first);
  });

  test('ends by either side, and a message of the member opens it again', async () => {
    const thread = await open();
    await db.call(nattaya, 'bkk_solve_support_thread', { p_thread_id: thread });
    expect(await stateOf(thread)).toMatchObject({ status: 'solved', hours: null, is_over: true });
    await post(thread);
    expect(await stateOf(thread)).toMatchObject({ status: 'open', is_over: false });
    const set = (status: string, expected: string) =>
      db.call(somchai, 'bkk_admin_set_thread_status', {
        p_thread_id: thread,
        p_status: status,
        p_expected: expected,
      });
    expect(await set('solved', 'waiting')).toMatch(/^PT409/);
    expect(await set('solved', 'open')).toBe('done');
    expect(await readBy(nattaya, thread)).toEqual([
      ['customer', 'เพิ่มเป็น 30 กก. ได้ไหมคะ'],
      ['customer', 'solved'],
      ['customer', 'reopened'],
      ['customer', 'ใส่ชื่อพี่กฤตแทนค่ะ'],
      ['agency', 'solved'],
    ]);
  });

  test('is another member`s, and so are its notes and its booking', async () => {
    const { booking_id: booking } = await db.held();
    const thread = await open({ p_booking_id: booking });
    await answer(thread, { p_text: 'โทรถามสายการบินแล้ว', p_is_note: true });
    await db.call(somchai, 'bkk_admin_assign_thread', {
      p_thread_id: thread,
      p_to: somchai.id,
    });
    for (const said of [
      await post(thread, malee),
      await db.call(malee, 'bkk_solve_support_thread', { p_thread_id: thread }),
      await db.call(malee, 'bkk_check_support_file', {
        p_thread_id: thread,
        p_message_id: randomUUID(),
      }),
    ])
      expect(said).toBe('PT404 There is no such thread.');
    expect(await open({ p_booking_id: booking }, malee)).toMatch(/^PT404/);
    expect(await readBy(malee, thread)).toEqual([]);
    expect(await readBy(nattaya, thread)).toHaveLength(1);
    expect((await readBy(somchai, thread)).map(([, what]) => what)).toEqual([
      'เพิ่มเป็น 30 กก. ได้ไหมคะ',
      'note',
      'taken_on',
    ]);
    expect(await queued()).toEqual(['admin.support_received']);
  });

  test('takes 30 messages an hour, and no message under the id of another thread', async () => {
    const id = randomUUID();
    await post(await open(), nattaya, id);
    const thread = await open();
    expect(await post(thread, nattaya, id)).toMatch(/^PT409/);
    for (let sent = 1; sent < 30; sent += 1) expect(await post(thread)).toBe('done');
    expect(await post(thread)).toMatch(/^PT429/);
  });
});

const ticket = (email: string, network = 'n'.repeat(64)) =>
  db.test
    .sql('select bkk_open_visitor_thread($1, $2, $3, $4)', [
      randomUUID(),
      network,
      email,
      JSON.stringify({
        ...{ name: 'Arthit', email, subject: 'Invoice', message: 'Please', language: 'th' },
      }),
    ])
    .then(
      () => 'done',
      (error: unknown) => (error as { readonly hint: string }).hint,
    );

describe('a ticket of a visitor', () => {
  test('is limited by network and by address', async () => {
    for (let sent = 0; sent < 5; sent += 1) expect(await ticket('a@example.com')).toBe('done');
    expect(await ticket('a@example.com', 'other')).toBe('bkk.too_many_tickets');
    for (let sent = 0; sent < 5; sent += 1)
      expect(await ticket(`${String(sent)}@example.com`)).toBe('done');
    expect(await ticket('b@example.com')).toBe('bkk.too_many_tickets');
    expect(await ticket('a@b', 'third')).toBe('bkk.ticket_email');
  });

  test('is followed by a link until it expires, and by no other', async () => {
    await ticket('a@example.com');
    const [row] = await db.test.sql<{ id: string }>(
      'select thread_id as id from bkk_support_threads where user_id is null',
    );
    const thread = row?.id ?? '';
    const hash = 'a'.repeat(64);
    const follow = (link: string) =>
      db.test
        .sql<{ found: { subject: string } }>('select bkk_visitor_thread($1) as found', [link])
        .then(
          ([found]) => found?.found.subject,
          (error: unknown) => (error as { readonly hint: string }).hint,
        );
    expect(await follow(hash)).toBe('bkk.link_unknown');
    await db.test.sql('select bkk_issue_support_link($1, $2)', [thread, hash]);
    // Members read their threads signed in: there is no link to one.
    await db.test.sql('select bkk_issue_support_link($1, $2)', [await open(), 'b'.repeat(64)]);
    expect(await follow('b'.repeat(64))).toBe('bkk.link_unknown');
    expect(await follow(hash)).toBe('Invoice');
    await db.test.sql(`update bkk_support_links set expires_at = now() - interval '1 second'`);
    expect(await follow(hash)).toBe('bkk.link_unknown');
  });
});

describe('the thread of a visitor', () => {
  const erase = (thread: string, who: SignedInUser = somchai) =>
    db.call(who, 'bkk_admin_erase_thread', { p_thread_id: thread });

  test('is erased by an admin with messages, files, links and waiting mails, and the log names only who did it', async () => {
    await ticket('arthit@example.com');
    const [row] = await db.test.sql<{ id: string }>(
      'select thread_id as id from bkk_support_threads where user_id is null',
    );
    const thread = row?.id ?? '';
    const kept = await open();
    await answer(thread);
    await db.test.sql('select bkk_issue_support_link($1, $2)', [thread, 'a'.repeat(64)]);
    await db.test.sql(
      `insert into storage.objects (bucket_id, name) select 'support', id || '/a.png' from unnest($1::text[]) as id`,
      [[thread, kept]],
    );
    expect(await erase(thread, nattaya)).toMatch(/^42501/);
    expect(await erase(thread)).toBe('done');
    expect(await erase(thread)).toMatch(/^PT404/);
    for (const table of ['threads', 'messages', 'links'])
      expect(
        await db.test.sql(`select from bkk_support_${table} where thread_id = $1`, [thread]),
      ).toEqual([]);
    expect(
      await db.test.sql(`select name from storage.objects where bucket_id = 'support'`),
    ).toEqual([{ name: `${kept}/a.png` }]);
    expect(
      await db.test.sql(`select from bkk_outbox where ids ->> 'thread_id' = $1`, [thread]),
    ).toEqual([]);
    const entries = await db.rows(
      somchai,
      'select actor_id, table_name, operation, before, after from bkk_change_log where row_id = $1',
      [thread],
    );
    expect(entries).toEqual([
      {
        ...{ actor_id: somchai.id, table_name: 'bkk_support_threads', operation: 'DELETE' },
        ...{ before: null, after: null },
      },
    ]);
  });

  test('alone is erased: that of a member goes with the account', async () => {
    const thread = await open();
    expect(await erase(thread)).toMatch(/^PT409 This is a question of a member/);
    expect(await stateOf(thread)).toMatchObject({ status: 'open' });
  });
});

test('the job ends threads after 30 days of waiting, and deletes them with their files two years later', async () => {
  const thread = await open();
  await answer(thread);
  await db.test.sql(`insert into storage.objects (bucket_id, name) values ('support', $1)`, [
    `${thread}/${randomUUID()}.png`,
  ]);
  const prune = async (time: string) => {
    const [row] = await db.test.sql(
      `select bkk_internal.prune_support(now() + interval '${time}')::int as deleted`,
    );
    return row?.deleted;
  };
  expect(await prune('29 days')).toBe(0);
  expect(await stateOf(thread)).toMatchObject({ status: 'waiting' });
  expect(await prune('31 days')).toBe(0);
  expect(await stateOf(thread)).toMatchObject({ status: 'solved' });
  expect(await prune('23 months')).toBe(0);
  expect(await prune('25 months')).toBe(1);
  expect(await db.test.sql(`select from storage.objects where bucket_id = 'support'`)).toEqual([]);
});
