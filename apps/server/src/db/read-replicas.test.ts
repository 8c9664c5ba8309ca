import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startReplica, type Replica } from '../testing/replica.ts';
import {
  startReplicatedDatabase,
  type ReplicatedDatabase,
} from '../testing/replicated-database.ts';
import type { Database, Scope, Statement } from './database.ts';
import { derivedLogins } from './login-roles.ts';
import { openPostgres } from './postgres.ts';
import { withClient, type AdminLogin } from './server-address.ts';
import { isWholeSuite, onlyInWholeSuite } from '../testing/variations.ts';

const anon = { role: 'anon', claims: {} } as const;
const mayLag: Scope = { readOnly: true, mayLag: true };
const whereText = `select case when pg_is_in_recovery() then 'replica' else 'primary' end as place`;

let servers: ReplicatedDatabase;
let folder: string;
let replica: Replica;
let primary: AdminLogin;
let database: Database;

beforeAll(async () => {
  servers = await startReplicatedDatabase();
  ({ database, folder, primary, replica } = servers);
});

afterAll(() => servers.close());

const onReplica = (text: string) =>
  withClient(replica.admin, replica.admin, (client) => client.query(text));
const onPrimary = (text: string) => withClient(primary, primary, (client) => client.query(text));

async function placeOf(scope: Scope, statement: Statement = { text: whereText }): Promise<unknown> {
  const [result] = await database.asIdentity(anon, [statement], scope);
  return result?.rows[0]?.place;
}

/** Waits until a read that may lag is answered there. */
const answeredBy = (place: string) =>
  vi.waitUntil(async () => (await placeOf(mayLag)) === place, { timeout: 15_000, interval: 100 });

describe('with a replica', () => {
  test('reads that may lag are answered by it, the store among them; all others by the primary', async () => {
    await answeredBy('replica');
    const [stock] = await database.asStore([{ text: whereText }]);
    expect(stock?.rows).toEqual([{ place: 'replica' }]);
    expect(await placeOf({ readOnly: true })).toBe('primary');
    expect(await placeOf({})).toBe('primary');
    const [service] = await database.asService([{ text: whereText }]);
    expect(service?.rows).toEqual([{ place: 'primary' }]);
    expect(database.maxLagMs).toBe(5000);
  });

  test('the pools of the replica are measured beside those of the primary', () => {
    expect(database.poolStats().map(({ pool, max }) => [pool, max])).toEqual([
      ['callers', 8],
      ['callers_replica_1', 8],
      ['auth', 4],
      ['store', 2],
      ['store_replica_1', 2],
    ]);
  });

  test.runIf(isWholeSuite)(
    'the primary answers while the replica is more than five seconds behind, and the replica once it has caught up',
    async () => {
      await answeredBy('replica');
      await onReplica('select pg_wal_replay_pause()');
      await onPrimary('create table public.later (n int)');
      await onPrimary('grant select on public.later to anon');
      await onPrimary('insert into public.later values (1)');
      await answeredBy('primary');
      const [rows] = await database.asIdentity(
        anon,
        [{ text: 'select n from public.later' }],
        mayLag,
      );
      expect(rows?.rows).toEqual([{ n: 1 }]);
      await onReplica('select pg_wal_replay_resume()');
      await answeredBy('replica');
    },
  );

  test('an error that a caller provokes is not tried again on the primary', async () => {
    await answeredBy('replica');
    const text = 'select 1 / (case when pg_is_in_recovery() then 0 else 1 end)';
    const failed = database.asIdentity(anon, [{ text }], mayLag);
    await expect(failed).rejects.toMatchObject({ code: '22012' });
    await expect(database.asStore([{ text }])).rejects.toMatchObject({ code: '22012' });
  });

  test('a statement that needs a migration which the replica has not replayed is answered by the primary', async () => {
    await answeredBy('replica');
    await onReplica('select pg_wal_replay_pause()');
    try {
      await onPrimary(
        'create table public.migrated (n int); grant select on public.migrated to anon',
      );
      const read = { text: 'select count(*) as n from public.migrated' };
      const [result] = await database.asIdentity(anon, [read], mayLag);
      expect(result?.rows).toEqual([{ n: 0 }]);
    } finally {
      await onReplica('select pg_wal_replay_resume()');
    }
  });

  test.each(['40001', '42501', '55000'])('so is one that fails there with %s', async (code) => {
    await answeredBy('replica');
    await onPrimary(`create or replace function public.fails_on_replica() returns text language plpgsql as $$
      begin
        if pg_is_in_recovery() then raise sqlstate '${code}'; end if;
        return 'primary';
      end $$`);
    await onPrimary('grant execute on function public.fails_on_replica() to anon');
    expect(await placeOf(mayLag, { text: 'select public.fails_on_replica() as place' })).toBe(
      'primary',
    );
  });

  test.each([
    ['select 1/0', '22012'],
    ['select from public.nowhere', '42P01'],
    ['create table public.never ()', '25006'],
  ])(
    'a visitor whose statement fails does not send the others to the primary: %s',
    async (text, code) => {
      await answeredBy('replica');
      const failed = database.asIdentity(anon, [{ text }], mayLag);
      await expect(failed).rejects.toMatchObject({ code });
      expect(await placeOf(mayLag)).toBe('replica');
    },
  );

  test('the primary answers when the replica is gone', async () => {
    await answeredBy('replica');
    await replica.stop();
    expect(await placeOf(mayLag)).toBe('primary');
  });
});

test('a connection whose server has become a replica is given up, and the write can be repeated', async () => {
  onlyInWholeSuite();
  const second = await startReplica(folder, primary);
  const demoted = openPostgres({ address: second.admin, ...derivedLogins(primary.password ?? '') });
  try {
    const write = () => demoted.asService([{ text: 'create table public.never ()' }]);
    await expect(write()).rejects.toMatchObject({ name: 'DatabaseUnavailable' });
    const readOnly = demoted.asIdentity(anon, [{ text: 'select 1' }]);
    await expect(readOnly).resolves.toHaveLength(1);
  } finally {
    await demoted.close();
    await second.stop();
  }
});
