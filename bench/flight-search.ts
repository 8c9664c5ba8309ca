// Visitors' searches of own seats over HTTP, by the number of flights and of connections. Every flight is on sale on each day of a
// year with two fares; half of the searches are of pairs of airports that only a connection joins.
import { startTestCluster } from '../apps/server/src/testing/test-cluster.ts';
import { serveDatabase } from './filled-database.ts';

const sizes = [100, 1000, 2000];
const connections = [1, 8, 64];
const searches = 300;
/** Milliseconds of the 95th percentile with one connection, at the largest size. */
const budget = 50;

/** Flights between a hub and another airport, out and back in turn; Bangkok is the hub of half of them. */
const fill = (flights: number): string => `
  begin;
  set local session_replication_role = replica;
  insert into public.bkk_flights (
      airline, flight_number, origin, destination, departs_at, arrives_at, arrives_days, weekdays, first_day, last_day, cabin)
    select 'TG', n, case when n % 2 = 0 then hub else spoke end, case when n % 2 = 0 then spoke else hub end,
      make_time(n * 37 % 24, n * 11 % 60, 0), make_time((n * 37 + 2) % 24, n * 11 % 60, 0), (n * 37 % 24 + 2) / 24,
      '{1,2,3,4,5,6,7}', current_date, current_date + 364, 'economy'
    from generate_series(1, ${String(flights)}) as n
      cross join lateral (
        select (array['BKK', 'BKK', 'BKK', 'BKK', 'DMK', 'CNX', 'HKT', 'SIN'])[1 + n / 2 % 8] as hub) as one
      cross join lateral (
        select code as spoke from public.bkk_airports where code <> hub order by code offset n / 16 * 8 % 150 + n / 2 % 8 limit 1) as other;
  insert into public.bkk_flight_fares (flight_id, name, adult_satang, child_satang, infant_satang, seats)
    select flight_id, name, 100000 + flight_id * 7919 % 400000, 90000, 0, 9
    from public.bkk_flights, unnest(array['Saver', 'Flex']) as name;
  insert into public.bkk_flight_seats (fare_id, day, total)
    select fare_id, current_date + n, 9 from public.bkk_flight_fares, generate_series(0, 364) as n;
  commit`;

const pairs = `
  with pair as (
    select flight.origin, flight.destination, 0 as stops from public.bkk_flights as flight
    union
    select first.origin, second.destination, 1
    from public.bkk_flights as first join public.bkk_flights as second on second.origin = first.destination
    where second.destination <> first.origin)
  (select origin, destination from pair where stops = 0 order by hashtext(origin || destination) limit 50)
  union all
  (select origin, destination from pair where stops = 1 order by hashtext(origin || destination) limit 50)`;

interface Pair {
  readonly origin: string;
  readonly destination: string;
}

type Search = (number: number) => Promise<{ readonly took: number; readonly ways: number }>;

const percentile = (times: readonly number[], share: number) =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * share)] ?? NaN;

const dayOf = (number: number) =>
  new Date(Date.now() + (30 + (number % 300)) * 86_400_000).toISOString().slice(0, 10);

/** Searches over so many connections, one at a time on each; the times of all in milliseconds. */
async function measure(search: Search, count: number): Promise<readonly number[]> {
  let next = 0;
  const times: number[] = [];
  const run = async () => {
    while (next < searches) {
      next += 1;
      times.push((await search(next)).took);
    }
  };
  await Promise.all(Array.from({ length: count }, run));
  return times;
}

/** Fails where the 95th percentile of one connection with the most flights is over {@link budget}. */
export async function benchFlightSearch(): Promise<void> {
  const { server, stop } = await startTestCluster();
  try {
    let slowest = 0;
    for (const flights of sizes) {
      let routes: readonly Pair[] = [];
      const { url, tokens, close } = await serveDatabase(
        server,
        `flights_${String(flights)}`,
        async (client) => {
          await client.query(`select bkk_internal.set_features('{bookings,flights}')`);
          await client.query(fill(flights));
          routes = (await client.query<Pair>(pairs)).rows;
        },
      );
      const token = await tokens.sign({ role: 'anon' }, 3600);
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const search: Search = async (number) => {
        const { origin, destination } = routes[number % routes.length] ?? {};
        const p_legs = [{ origin, destination, day: dayOf(number) }];
        const body = JSON.stringify({ p_legs, p_cabin: 'economy', p_adults: 2 });
        const start = performance.now();
        const answer = await fetch(`${url}/rpc/bkk_search_flights`, {
          method: 'POST',
          headers,
          body,
        });
        const text = await answer.text();
        if (!answer.ok) throw new Error(`${String(answer.status)} ${text}`);
        const [ways = []] = JSON.parse(text) as unknown[][];
        return { took: performance.now() - start, ways: ways.length };
      };
      let ways = 0;
      for (let number = 0; number < 100; number += 1) ways += (await search(number)).ways;
      for (const count of connections) {
        const times = await measure(search, count);
        const [half, most] = [percentile(times, 0.5), percentile(times, 0.95)];
        if (count === 1) slowest = most;
        console.log(
          `${String(flights)} flights, ${String(ways / 100)} ways a search, ${String(count)} connections: p50 ${half.toFixed(1)} ms, p95 ${most.toFixed(1)} ms`,
        );
      }
      await close();
    }
    if (slowest > budget) throw new Error(`p95 is over ${String(budget)} ms`);
  } finally {
    await stop();
  }
}
