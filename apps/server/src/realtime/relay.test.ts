import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { Relay } from './relay.ts';
import { RealtimeSql } from './sql.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Holds back a count of the servers that the database has made. */
class SlowSql extends RealtimeSql {
  release: () => void = () => undefined;
  readonly #released = new Promise<void>((resolve) => (this.release = resolve));

  override async alive(server: string): Promise<number> {
    const others = await super.alive(server);
    await this.#released;
    return others;
  }
}

it('relays to a server that started while the others were counted', async () => {
  const fail = (error: unknown) => {
    throw error;
  };
  const sql = new SlowSql(database.database);
  const server = randomUUID();
  const relay = new Relay({ sql, server, deliver: () => undefined, onFailure: fail });
  const counted = relay.sayAlive();
  await expect
    .poll(() => database.sql('select from bkksiam_private.realtime_servers'))
    .toHaveLength(1);
  relay.meet(randomUUID());
  sql.release();
  await counted;
  relay.send('room', { type: 'broadcast', event: 'n', payload: { n: 1 }, meta: {} }, 7);
  await expect
    .poll(() => database.sql('select server from bkksiam_private.realtime_relays'))
    .toEqual([{ server }]);
});

it('relays no more than may wait', async () => {
  const failures: unknown[] = [];
  const sql = new RealtimeSql(database.database);
  const server = randomUUID();
  const relay = new Relay({
    sql,
    server,
    deliver: () => undefined,
    onFailure: (error) => void failures.push(error),
  });
  relay.meet(randomUUID());
  const broadcast = (n: number) => ({ type: 'broadcast', event: 'n', payload: { n } });
  relay.send('room', broadcast(1), 10_000_000);
  relay.send('room', broadcast(2), 10_000_000);
  relay.send('room', broadcast(3), 1000);
  const relayed = () =>
    database.sql(
      `select message -> 'payload' ->> 'n' as n from bkksiam_private.realtime_relays, jsonb_array_elements(messages) as message
      where server = $1 order by 1`,
      [server],
    );
  await expect.poll(relayed).toEqual([{ n: '1' }, { n: '3' }]);
  expect(failures).toHaveLength(1);
});
