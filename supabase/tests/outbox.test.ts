import { beforeEach, describe, expect, test } from 'vitest';
import { members } from '../../apps/server/src/testing/rest-service.ts';
import { shareDatabase } from '../../apps/server/src/testing/shared-database.ts';
import { startAdminDatabase } from './member-database.ts';

const { nattaya, somchai } = members;

/** Somchai is the admin. */
const db = shareDatabase(startAdminDatabase);

interface Leased {
  readonly id: string;
  readonly lease: string;
  readonly event: string;
  readonly email: string | null;
  readonly language: string | null;
  readonly attempts: number;
}

/** What the owner, or a function of a feature, calls. */
async function queue(key: string, ids = '{}', recipient: string = nattaya.id): Promise<unknown> {
  const [row] = await db.test.sql(
    `select bkk_internal.queue_message('mail', $1, 'greeting', $2, $3) as is_new`,
    [recipient, ids, key],
  );
  return row?.is_new;
}

/** What a worker calls. */
async function call(text: string, ...values: readonly (string | number | boolean)[]) {
  const [result] = await db.test.database.asService([
    { text: `select public.${text} as it`, values },
  ]);
  return result?.rows[0]?.it;
}

const lease = async (limit = 10) =>
  (await call('bkk_lease_messages($1, $2)', limit, 60)) as readonly Leased[];
const failed = ({ id, lease: token }: Leased, reason = 'E', isFinal = false) =>
  call('bkk_message_failed($1, $2, $3, $4)', id, token, reason, isFinal);
const sent = ({ id, lease: token }: Leased) => call('bkk_message_sent($1, $2)', id, token);
const renew = ({ id, lease: token }: Leased) => call('bkk_renew_message($1, $2, 60)', id, token);
const makeDue = () => db.test.sql('update bkk_outbox set due_at = now()');
const rows = () =>
  db.test.sql(
    'select attempts, last_failure, sent_at is null as unsent, failed_at is null as alive from bkk_outbox',
  );

async function leaseOne(): Promise<Leased> {
  const [message] = await lease(1);
  if (message === undefined) throw new Error('no message is due');
  return message;
}

describe('a queued message', () => {
  test('is one, however often it is queued with its key', async () => {
    expect(await queue('a')).toBe(true);
    expect(await queue('a')).toBe(false);
    expect(await queue('b')).toBe(true);
    expect(await rows()).toHaveLength(2);
    await sent(await leaseOne());
    expect(await queue('a')).toBe(false);
  });

  test('goes with a transaction that is rolled back', async () => {
    await db.test
      .sql(
        `begin; select bkk_internal.queue_message('mail', '${nattaya.id}', 'greeting', '{}', 'a'); select 1 / 0`,
      )
      .catch(() => undefined);
    expect(await rows()).toEqual([]);
  });

  test.each([
    '{"booking_id": "00000000-0000-4000-8000-000000000001", "number": 42, "code": "BKK-0042_x"}',
    '{}',
  ])('names what it is about by ids: %s', async (ids) => {
    expect(await queue('a', ids)).toBe(true);
  });

  test.each([
    '{"email": "nattaya@bkksiam.example"}',
    '{"text": "Dear Nattaya"}',
    '{"token": "0123456789abcdef01234567"}',
    '{"nested": {"a": 1}}',
    '{"list": ["a"]}',
    '{"none": null}',
    '{"flag": true}',
    '{"Name of a key": 1}',
    '["a"]',
    '"a"',
    `{${Array.from({ length: 60 }, (_, index) => `"key_${'a'.repeat(index)}": 1`).join()}}`,
  ])('holds nothing else: %s', async (ids) => {
    await expect(queue('a', ids)).rejects.toThrow('bkk_outbox_ids_check');
  });

  test('goes with its recipient', async () => {
    await queue('a');
    await queue('b', '{}', somchai.id);
    await db.test.sql('select bkk_internal.erase_user($1)', [nattaya.id]);
    expect(await db.test.sql('select user_id from bkk_outbox')).toEqual([{ user_id: somchai.id }]);
  });

  test('is in the export of its recipient alone', async () => {
    await queue('a', '{"number": 42}');
    const messagesOf = async (id: string) => {
      const [row] = await db.test.sql('select bkk_internal.export_user($1) as data', [id]);
      const { messages } = (row?.data ?? {}) as { messages?: unknown[] };
      return messages;
    };
    expect(await messagesOf(nattaya.id)).toMatchObject([
      { event: 'greeting', ids: { number: 42 } },
    ]);
    expect(await messagesOf(somchai.id)).toEqual([]);
  });
});

describe('a leased message', () => {
  test('belongs to one worker, with the address and language of the moment', async () => {
    await queue('a');
    await db.test.sql(
      `update auth.users set email = 'new@bkksiam.example',
        raw_user_meta_data = '{"language": "th"}' where id = $1`,
      [nattaya.id],
    );
    expect(await leaseOne()).toMatchObject({
      event: 'greeting',
      email: 'new@bkksiam.example',
      language: 'th',
      attempts: 1,
    });
    expect(await lease()).toEqual([]);
  });

  test('belongs to its worker for an hour at most', async () => {
    await queue('a');
    const long = 'bkk_lease_messages(1, 8000)';
    const leased = (await call(long)) as readonly Leased[];
    expect(leased).toHaveLength(1);
    expect(await call(long)).toEqual([]);
    for (const { id, lease: token } of leased)
      expect(await call('bkk_renew_message($1, $2, 8000)', id, token)).toBe(true);
    expect(await call(long)).toEqual([]);
    const [row] = await db.test.sql(
      `select due_at <= clock_timestamp() + interval '1 hour' as capped from bkk_outbox`,
    );
    expect(row).toEqual({ capped: true });
  });

  test('of a closed account has no address', async () => {
    await queue('a');
    await db.test.sql('update auth.users set deleted_at = now() where id = $1', [nattaya.id]);
    expect((await leaseOne()).email).toBeNull();
  });

  test('of a dead worker is another’s, and the first changes nothing any more', async () => {
    await queue('a');
    const first = await leaseOne();
    await makeDue();
    const second = await leaseOne();
    expect(second).toMatchObject({ id: first.id, attempts: 2 });
    expect(await sent(first)).toBe(false);
    expect(await renew(first)).toBe(false);
    expect(await failed(first, 'E', true)).toEqual({ state: 'lost' });
    expect(await rows()).toMatchObject([{ unsent: true, alive: true, last_failure: null }]);
    expect(await renew(second)).toBe(true);
    expect(await sent(second)).toBe(true);
    expect(await sent(second)).toBe(false);
    expect(await rows()).toMatchObject([{ unsent: false, alive: true }]);
  });

  test('whose time is far ahead, because the clock was set back, is leased', async () => {
    await queue('a');
    await db.test.sql(`update bkk_outbox set due_at = now() + interval '3 hours'`);
    expect(await lease()).toHaveLength(1);
  });

  test('that failed is tried again after 5 s, then twice as long each time, up to an hour', async () => {
    await queue('a');
    const waits: unknown[] = [];
    for (let attempt = 1; attempt <= 30; attempt += 1) {
      await makeDue();
      waits.push(await failed(await leaseOne(), 'EENVELOPE 550'));
    }
    const queued = (seconds: number) => ({ state: 'queued', retry_in_seconds: seconds });
    expect(waits.slice(0, 4)).toEqual([5, 10, 20, 40].map(queued));
    expect(waits.slice(9, 29)).toEqual([2560, ...Array<number>(19).fill(3600)].map(queued));
    expect(waits.at(-1)).toEqual({ state: 'dead' });
    expect(await rows()).toEqual([
      { attempts: 30, last_failure: 'EENVELOPE 550', unsent: true, alive: false },
    ]);
    await makeDue();
    expect(await lease()).toEqual([]);
  });

  test('whose worker dies each time is given up as well', async () => {
    await queue('a');
    for (let attempt = 1; attempt <= 30; attempt += 1) {
      await leaseOne();
      await makeDue();
    }
    expect(await lease()).toEqual([]);
    expect(await rows()).toMatchObject([{ last_failure: 'no_answer', alive: false }]);
  });

  test('keeps codes as its reason, and no answer of a mail server', async () => {
    await queue('a');
    await failed(await leaseOne(), '550 <nattaya@bkksiam.example> is unknown', true);
    expect(await rows()).toMatchObject([{ last_failure: 'unknown', alive: false }]);
  });
});

describe('a dead letter', () => {
  const view = 'select event, email, reason, attempts from bkk_outbox_admin_view';

  beforeEach(async () => {
    await queue('dead');
    await failed(await leaseOne(), 'no_renderer', true);
    await queue('waiting');
  });

  test('is listed for admins alone', async () => {
    expect(await db.rows(somchai, view)).toEqual([
      { event: 'greeting', email: nattaya.email, reason: 'no_renderer', attempts: 1 },
    ]);
    expect(await db.rows(nattaya, view)).toEqual([]);
  });

  test('is tried again when an admin says so, and nothing else is', async () => {
    const [{ id } = { id: '' }] = await db.test.sql<{ id: string }>(
      'select id from bkk_outbox where failed_at is not null',
    );
    const retry = `select bkk_admin_retry_message('${id}')`;
    expect(await db.resultOf(nattaya, retry)).toBe('42501');
    expect(await db.resultOf(somchai, retry)).toBe('done');
    expect(await db.resultOf(somchai, retry)).toBe('PT404');
    expect(await lease()).toHaveLength(2);
    expect(await db.rows(somchai, view)).toEqual([]);
  });

  test('goes after 90 days, and a sent message after 30', async () => {
    await sent(await leaseOne());
    await queue('later');
    const prune = async (days: number) => {
      const [row] = await db.test.sql(
        'select bkk_internal.prune_messages(now() + make_interval(days => $1)) as pruned',
        [days],
      );
      return Number(row?.pruned);
    };
    expect([await prune(29), await prune(31), await prune(89), await prune(91)]).toEqual([
      0, 1, 0, 1,
    ]);
    expect(await db.test.sql('select key from bkk_outbox')).toEqual([{ key: 'later' }]);
  });
});

test('the counts tell a worker that is missing from one recipient who cannot be reached', async () => {
  const count = () => call('bkk_count_messages()');
  expect(await count()).toEqual({ waiting: 0, failed: 0, stuck: 0, oldest_seconds: null, dead: 0 });
  await queue('a');
  await queue('b');
  for (const message of await lease()) await failed(message);
  expect(await count()).toMatchObject({ waiting: 2, failed: 2, stuck: 0, dead: 0 });
  await queue('c', '{}', somchai.id);
  await failed(await leaseOne(), 'E');
  expect(await count()).toMatchObject({ waiting: 3, failed: 3, stuck: 1 });
  await queue('d');
  await db.test.sql(`update bkk_outbox set due_at = now() - interval '2 minutes'`);
  expect(await count()).toMatchObject({ waiting: 4, failed: 3, stuck: 4 });
});
