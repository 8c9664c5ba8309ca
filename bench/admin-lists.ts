// The admin lists over HTTP on 100,000 users, 200,000 requests and 200,000 sign-ins, with the site's requests: first
// page, search, order, last page, each with its exact count.
import { readFile } from 'node:fs/promises';
import { fastify } from 'fastify';
import { derivedLogins } from '../apps/server/src/db/login-roles.ts';
import { openPostgres } from '../apps/server/src/db/postgres.ts';
import { withClient } from '../apps/server/src/db/server-address.ts';
import { createTokens } from '../apps/server/src/http/jwt.ts';
import { restPlugin } from '../apps/server/src/rest/plugin.ts';
import { startTestCluster } from '../apps/server/src/testing/test-cluster.ts';
import { median } from './load.ts';

const rounds = 12;
const maxMedianMs = 150;
const admin = '00000000-0000-4000-9000-000000000001';

type Call = readonly [method: 'GET' | 'HEAD', path: string];
type Calls = readonly (readonly [name: string, ...calls: Call[]])[];

const searchFilter = (text: string, columns: readonly string[]) => {
  const pattern = encodeURIComponent(`"*${text}*"`);
  return `&or=(${columns.map((column) => `${column}.ilike.${pattern}`).join(',')})`;
};
const searched = (text: string) => searchFilter(text, ['email', 'full_name']);
const searchedFolded = (text: string) =>
  `&or=(search_text.like.${encodeURIComponent(`"*${text}*"`)})`;
const page = (order: string, more = ''): Call => ['GET', `order=${order}&limit=10${more}`];
const counted = (more = ''): Call => ['HEAD', `limit=10${more}`];

/** The site reads the last page in reverse order, after a count. */
const last = (order: string, more = ''): Call[] => [counted(more), page(order, more)];

const lists: Readonly<Record<string, Calls>> = {
  bkk_users_admin_view: [
    ['first page', page('created_at.desc,user_id.desc')],
    ['by e-mail', page('email.asc,user_id.asc')],
    ['by name, descending', page('full_name.desc,user_id.desc')],
    ['by role', page('role.asc,user_id.asc')],
    ['by state', page('is_active.desc,user_id.desc')],
    ['last page', ...last('created_at.asc,user_id.asc')],
    ['last page by e-mail', ...last('email.desc,user_id.desc')],
    ['last page by name', ...last('full_name.desc,user_id.desc')],
    ['last page by role', ...last('role.desc,user_id.desc')],
    ['search one', page('created_at.desc,user_id.desc', searched('traveller77777.'))],
    ['search a name', page('created_at.desc,user_id.desc', searched('rattanakul'))],
    ['search Thai', page('email.asc,user_id.asc', searched('ทองคำ'))],
    ['search one character', page('email.asc,user_id.asc', searched('a'))],
    ['search all', page('created_at.desc,user_id.desc', searched('bkksiam'))],
    ['search none', page('created_at.desc,user_id.desc', searched('zzzz'))],
  ],
  bkk_quote_requests_admin_view: [
    ['first page', page('created_at.desc,quote_id.desc')],
    ['by departure', page('dep_date.asc,quote_id.asc')],
    ['by status', page('status.asc,created_at.asc')],
    ['by member', page('full_name.asc,quote_id.asc')],
    ['last page', ...last('created_at.asc,quote_id.asc')],
    ['last page by departure', ...last('dep_date.desc,quote_id.desc')],
    ['last page by status', ...last('status.desc,created_at.desc')],
    ['last page by member', ...last('full_name.desc,quote_id.desc')],
    ['pending', page('created_at.desc,quote_id.desc', '&status=eq.PENDING')],
    ['pending, last page', ...last('created_at.asc,quote_id.asc', '&status=eq.PENDING')],
    ['search one', page('created_at.desc,quote_id.desc', searchedFolded('traveller77777.'))],
    ['search a name', page('created_at.desc,quote_id.desc', searchedFolded('rattanakul'))],
    [
      'search a name, pending',
      page('created_at.desc,quote_id.desc', `${searchedFolded('miller')}&status=eq.PENDING`),
    ],
    ['search all', page('created_at.desc,quote_id.desc', searchedFolded('bkksiam'))],
  ],
  bkk_login_logs_admin_view: [
    ['first page', page('created_at.desc,id.desc')],
    ['failed', page('created_at.desc,id.desc', '&success=is.false')],
    ['search', page('created_at.desc,id.desc', searchFilter('traveller77', ['email']))],
    ['search all', page('created_at.desc,id.desc', searchFilter('bkksiam', ['email']))],
    ['last page', ...last('created_at.asc,id.asc')],
  ],
};

/** Starts a server on a database with the large seed. */
async function openLarge() {
  const { server, stop } = await startTestCluster();
  const { host, port, user, password, template: database } = server;
  const address = { host, port, database };
  const seed = await readFile(new URL('../supabase/seed-large.sql', import.meta.url), 'utf8');
  await withClient(address, { user, password }, async (client) => {
    await client.query(seed);
    await client.query('update public.bkk_user_roles set role = $1 where user_id = $2', [
      'admin',
      admin,
    ]);
    await client.query('insert into auth.sessions (id, user_id) values ($1, $1)', [admin]);
    await client.query('vacuum analyze');
  });
  const opened = openPostgres({
    address,
    ...derivedLogins(password),
  });
  const tokens = createTokens({ secret: 'a secret for measuring, long enough to sign with' });
  const app = fastify();
  await app.register(restPlugin, { prefix: '/rest/v1', database: opened, tokens });
  const url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/rest/v1`;
  const claims = {
    sub: admin,
    role: 'authenticated',
    aud: 'authenticated',
    session_id: admin,
    aal: 'aal1',
  };
  const close = async () => {
    await app.close();
    await opened.close();
    await stop();
  };
  return { url, token: await tokens.sign(claims, 3600), close };
}

/** Prints the duration of each page of the admin lists; fails over the budget. */
export async function benchLists(): Promise<void> {
  const { url, token, close } = await openLarge();
  const headers = { authorization: `Bearer ${token}`, prefer: 'count=exact' };
  const overBudget: string[] = [];
  async function ask(list: string, [method, path]: Call): Promise<string> {
    const answer = await fetch(`${url}/${list}?select=*&${path}`, { method, headers });
    const body = await answer.text();
    if (!answer.ok) throw new Error(`${list} ${path}: ${String(answer.status)} ${body}`);
    return answer.headers.get('content-range') ?? '';
  }
  try {
    for (const [list, requests] of Object.entries(lists)) {
      console.log(`\n${list}: median and longest of ${String(rounds)}, rows found`);
      for (const [name, ...calls] of requests) {
        const times: number[] = [];
        let range = '';
        for (let round = 0; round < rounds; round += 1) {
          const start = performance.now();
          for (const call of calls) range = await ask(list, call);
          times.push(performance.now() - start);
        }
        const [middle, longest] = [median(times), Math.max(...times)];
        if (middle > maxMedianMs) overBudget.push(`${list}, ${name}`);
        const figures = [middle, longest].map((value) => value.toFixed(1).padStart(7)).join(' ');
        console.log(`  ${name.padEnd(26)}${figures} ms  ${range}`);
      }
    }
  } finally {
    await close();
  }
  if (overBudget.length > 0)
    throw new Error(`over ${String(maxMedianMs)} ms: ${overBudget.join('; ')}`);
}
