import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { ClientBase } from 'pg';
import { embeddedDatabase } from '../../apps/server/src/db/admin-server.ts';
import { startCluster } from '../../apps/server/src/db/embedded-cluster.ts';
import { withClient } from '../../apps/server/src/db/server-address.ts';
import { createTokens } from '../../apps/server/src/http/jwt.ts';
import {
  startServerProcess,
  type ServerProcess,
} from '../../apps/server/src/testing/server-process.ts';
import { inFolder, type Drill } from './drill.ts';

const rounds = 20;
const memberCount = 200;
const seatCount = 9;
const jwtSecret = 'the secret of the drills, which is long enough';
const memberAt = (number: number) => `00000000-0000-4000-9000-${String(number).padStart(12, '0')}`;

const fill = `
  insert into auth.users (id, aud, role, email, email_confirmed_at)
    select ('00000000-0000-4000-9000-' || lpad(n::text, 12, '0'))::uuid, 'authenticated', 'authenticated',
      'racer' || n || '@bkksiam.example', now()
    from generate_series(1, ${String(memberCount)}) as n;
  insert into auth.sessions (id, user_id, aal) select id, id, 'aal1' from auth.users;
  insert into bkk_flights (airline, flight_number, origin, destination, departs_at, arrives_at, weekdays, first_day, last_day, cabin)
    values ('TG', '102', 'BKK', 'CNX', '08:00', '09:20', '{1,2,3,4,5,6,7}', current_date + 30, current_date + 30, 'economy');
  insert into bkk_flight_fares (flight_id, name, adult_satang, seats) select flight_id, 'Saver', 100000, 9 from bkk_flights;
  insert into bkk_flight_seats (fare_id, day, total) select fare_id, current_date + 30, ${String(seatCount)} from bkk_flight_fares`;

interface Counted {
  readonly total: number;
  readonly held: number;
  readonly sold: number;
  /** Of all bookings that hold seats. */
  readonly booked: number;
}

async function count(client: ClientBase): Promise<Counted> {
  const { rows } = await client.query<Counted>(`
    select total::int, held::int, sold::int,
      (select coalesce(sum(seats), 0)::int from bkk_booking_seats where state = 'held') as booked
    from bkk_flight_seats`);
  const [row] = rows;
  assert(row !== undefined);
  return row;
}

/** A hold of 1 to 4 adults; the status, or 'lost' where no answer came. */
async function hold(server: ServerProcess, token: string, flight: string, size: number) {
  const response = await fetch(`${server.url}/rest/v1/rpc/bkk_hold_booking`, {
    method: 'POST',
    headers: {
      apikey: server.anonKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      p_request_key: randomUUID(),
      p_flight_id: `own-${String(size)}-0-0_${flight}`,
      p_passengers: Array.from({ length: size }, () => ({
        first_name: 'Malee',
        last_name: 'Srisuk',
      })),
      p_email: 'racer@bkksiam.example',
      p_phone: '+6620000000',
      p_notes: '',
      p_expected_total_satang: size * 100_000,
    }),
  }).catch(() => undefined);
  const body = await response?.text().catch(() => undefined);
  return body === undefined ? 'lost' : (response?.status ?? 'lost');
}

/** All members hold at once at two servers, of which one is killed meanwhile; then all holds run out. */
async function race(
  client: ClientBase,
  servers: readonly [ServerProcess, ServerProcess],
  tokens: readonly string[],
  flight: string,
): Promise<{ readonly lost: number; readonly held: number }> {
  let answered = 0;
  let killed: Promise<unknown> = Promise.resolve();
  const answers = await Promise.all(
    tokens.map(async (token, index) => {
      const server = index % 2 === 0 ? servers[0] : servers[1];
      const answer = await hold(server, token, flight, 1 + (index % 4));
      answered += 1;
      if (answered === memberCount / 10) killed = servers[1].stop('SIGKILL');
      return answer;
    }),
  );
  await killed;
  // 503 is the answer of a server that is busy.
  const refused = answers.filter((answer) => ![200, 409, 503, 'lost'].includes(answer));
  assert.deepEqual(refused, []);
  // A transaction of the killed server may still be at work.
  await client.query('begin; lock table bkk_flight_seats in exclusive mode; commit');
  const { total, held, sold, booked } = await count(client);
  assert(held <= total, `${String(held)} of ${String(total)} seats are held`);
  assert.equal(held, booked);
  assert.equal(sold, 0);
  await client.query(`select bkk_internal.run_due(now() + interval '49 hours')`);
  assert.deepEqual(await count(client), { total, held: 0, sold: 0, booked: 0 });
  await client.query('delete from bkk_bookings');
  return { lost: answers.filter((answer) => answer === 'lost').length, held };
}

async function raceOften(folder: string): Promise<string> {
  const dataDir = join(folder, 'data');
  const cluster = await startCluster({ dataDir });
  const env = {
    DATA_DIR: dataDir,
    SEED: 'none',
    FEATURES: 'bookings,flights',
    JWT_SECRET: jwtSecret,
  };
  const signer = createTokens({ secret: jwtSecret });
  const tokens = await Promise.all(
    Array.from({ length: memberCount }, (_, index) => {
      const sub = memberAt(index + 1);
      const claims = { sub, role: 'authenticated', aud: 'authenticated', session_id: sub };
      return signer.sign({ ...claims, aal: 'aal1' }, 7200);
    }),
  );
  try {
    const first = await startServerProcess(env);
    const admin = { ...cluster.admin, database: embeddedDatabase };
    return await withClient(admin, admin, async (client) => {
      await client.query(fill);
      const { rows } = await client.query<{ flight: string }>(
        `select fare_id || '.' || to_char(day, 'YYYYMMDD') as flight from bkk_flight_seats`,
      );
      const results: { readonly lost: number; readonly held: number }[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const second = await startServerProcess(env);
        results.push(await race(client, [first, second], tokens, rows[0]?.flight ?? ''));
      }
      await first.stop();
      const lost = results.map((result) => result.lost);
      const held = results.map((result) => result.held);
      return `${String(rounds)} races of ${String(memberCount)} members for ${String(seatCount)} seats: ${String(Math.min(...held))} to ${String(Math.max(...held))} held, none sold twice or lost; ${String(Math.min(...lost))} to ${String(Math.max(...lost))} answers lost with the killed server`;
    });
  } finally {
    await cluster.release();
  }
}

export const seatDrills: readonly Drill[] = [
  {
    name: 'seats: members race for the last ones at two servers, one killed',
    run: () => inFolder(raceOften),
  },
];
