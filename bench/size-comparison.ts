// Requests over HTTP against a small and a large database, which are asked in turn; the ratio is the median of those of each pair.
import { startTestCluster, type TestServer } from '../apps/server/src/testing/test-cluster.ts';
import { serveDatabase } from './filled-database.ts';
import { median } from './load.ts';

const rounds = 100;
const warmUps = 10;
const maxRatio = 1.3;

type Method = 'GET' | 'HEAD';
/**
 * A path is below `/rest/v1/` unless it begins with a slash. Counts by HEAD have no budget: they stop at 1,000 rows, more than the
 * small database has.
 */
export type Request = readonly [name: string, path: string, method?: Method];

/** Ids of rows, by group and number. */
export const idAt = (group: number, number: number) =>
  `00000000-0000-4000-${String(group)}-${String(number).padStart(12, '0')}`;
/** As {@link idAt}, of a number in SQL. */
export const sqlIdAt = (group: number, number: string) =>
  `('00000000-0000-4000-${String(group)}-' || lpad((${number})::text, 12, '0'))::uuid`;
/** 0 is the admin, 1 the measured member. */
export const userAt = (number: number) => idAt(9000, number);

/** Members 2 and further; 0 is the admin, 1 is measured. */
const memberCount = 1000;
const ownRows = 12;

/** The number of the member to whom row n belongs, in SQL: the first rows are the measured member's. */
export const owner = `case when n < ${String(ownRows)} then 1 else 2 + n % ${String(memberCount)} end`;

/** SQL that makes the admin and the members. */
export const fillMembers = `insert into auth.users (id, email, aud, role)
    select ${sqlIdAt(9000, 'n')}, 'traveller' || n || '@bench.example', 'authenticated', 'authenticated'
    from generate_series(0, ${String(memberCount + 1)}) as n;
  insert into auth.sessions (id, user_id) select id, id from auth.users;
  insert into public.bkk_user_roles (user_id, email, full_name, role, is_active)
    select id, email, 'Traveller ' || split_part(email, '@', 1), case when id = '${userAt(0)}' then 'admin' else 'member' end, true
    from auth.users`;

type Ask = (request: Request, number: number) => Promise<number>;

/** Fills a database and serves it; `ask` resolves with the milliseconds of a request as a user. */
async function serve(server: TestServer, name: string, statements: readonly string[]) {
  const { url, tokens, close } = await serveDatabase(server, name, async (client) => {
    for (const statement of statements) await client.query(statement);
  });
  const ask: Ask = async ([name, path, method = 'GET'], number) => {
    const sub = userAt(number);
    const claims = {
      sub,
      role: 'authenticated',
      aud: 'authenticated',
      session_id: sub,
      aal: 'aal1',
    };
    const headers = { authorization: `Bearer ${await tokens.sign(claims, 3600)}` };
    const start = performance.now();
    const at = path.startsWith('/') ? `${url}${path}` : `${url}/rest/v1/${path}`;
    const answer = await fetch(at, { method, headers });
    const body = await answer.text();
    const took = performance.now() - start;
    if (!answer.ok) throw new Error(`${name}: ${String(answer.status)} ${body}`);
    return took;
  };
  return { ask, close };
}

/** Prints the medians of each request and their ratio; returns the names of those over {@link maxRatio}. */
async function compare(
  who: string,
  number: number,
  list: readonly Request[],
  asks: readonly [Ask, Ask],
): Promise<string[]> {
  console.log(`\n${who}: medians of ${String(rounds)} in ms, small and large, and their ratio`);
  const slow: string[] = [];
  for (const request of list) {
    const times: [number[], number[]] = [[], []];
    for (let round = -warmUps; round < rounds; round += 1)
      for (const index of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const took = await asks[index](request, number);
        if (round >= 0) times[index].push(took);
      }
    const [small, large] = [median(times[0]), median(times[1])];
    const ratio = median(times[0].map((took, round) => (times[1][round] ?? 0) / took));
    if (ratio > maxRatio && request[2] !== 'HEAD') slow.push(`${who}, ${request[0]}`);
    const figures = [small, large, ratio].map((value) => value.toFixed(2).padStart(8)).join(' ');
    console.log(`  ${request[0].padEnd(34)}${figures}`);
  }
  return slow;
}

/** What a user asks for; the number is that of {@link userAt}. */
interface Asked {
  readonly who: string;
  readonly number: number;
  readonly list: readonly Request[];
}

/**
 * Fails if a request to the large database takes over {@link maxRatio} times as long as to the small one.
 *
 * @param fills SQL that fills the small and the large database
 */
export async function compareSizes(
  name: string,
  fills: readonly [small: readonly string[], large: readonly string[]],
  asked: readonly Asked[],
): Promise<void> {
  const { server, stop } = await startTestCluster();
  const small = await serve(server, `${name}_small`, fills[0]);
  const large = await serve(server, `${name}_large`, fills[1]);
  try {
    const slow: string[] = [];
    for (const { who, number, list } of asked) {
      slow.push(...(await compare(who, number, list, [small.ask, large.ask])));
    }
    if (slow.length > 0) throw new Error(`over ${String(maxRatio)} times: ${slow.join('; ')}`);
  } finally {
    await Promise.all([small.close(), large.close()]);
    await stop();
  }
}
