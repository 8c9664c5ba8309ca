import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withClient, type AdminLogin } from '../apps/server/src/db/server-address.ts';

const folder = fileURLToPath(new URL('./parse-server', import.meta.url));
const rowsOfAsked = 12;
const rows = 100_000;

export interface Peer {
  readonly port: number;
  /** Requests for a user's five latest rows, one per connection, as HTTP/1.1 text. */
  readonly requests: readonly string[];
  readonly stop: () => Promise<void>;
}

function install(): void {
  if (existsSync(join(folder, 'node_modules'))) return;
  console.log('installing parse-server beside the benchmark (once) ...');
  const installed = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: 'inherit',
  });
  if (installed.status !== 0) throw new Error('parse-server could not be installed');
}

const columns = ['userId', 'origin', 'destination', 'status'];
const counts = ['paxAdt', 'paxChd', 'paxInf'];

async function makeClass(url: string): Promise<void> {
  const fields: Record<string, { readonly type: string }> = {};
  for (const name of columns) fields[name] = { type: 'String' };
  for (const name of counts) fields[name] = { type: 'Number' };
  const response = await fetch(`${url}/schemas/QuoteRequest`, {
    method: 'POST',
    headers: { 'x-parse-application-id': 'bench', 'x-parse-master-key': 'bench-master' },
    body: JSON.stringify({
      className: 'QuoteRequest',
      fields,
      classLevelPermissions: { find: { requiresAuthentication: true } },
    }),
  });
  if (!response.ok) throw new Error(await response.text());
}

interface User {
  readonly objectId: string;
  readonly sessionToken: string;
}

async function signUp(url: string, number: number): Promise<User> {
  const response = await fetch(`${url}/users`, {
    method: 'POST',
    headers: { 'x-parse-application-id': 'bench', 'x-parse-revocable-session': '1' },
    body: JSON.stringify({ username: `m${String(number)}`, password: 'a password' }),
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as User;
}

const fill = `
  insert into "QuoteRequest" ("objectId", "userId", origin, destination, "paxAdt", "paxChd", "paxInf", status,
    "createdAt", "updatedAt", _rperm, _wperm)
  select 'r' || n, owner, 'BKK', 'NRT', 1, 0, 0, 'PENDING', now(), now() - n * interval '1 minute',
    array[owner], array[owner]
  from generate_series(0, ${String(rows - 1)}) n,
    lateral (select case when n < cardinality($1::text[]) * ${String(rowsOfAsked)}
      then ($1::text[])[1 + n % cardinality($1::text[])] else 'other' || n % 900 end) as its(owner)`;

/** Starts parse-server on an empty database with 100,000 rows that only their owners may read. */
export async function startParseServer(admin: AdminLogin, connections: number): Promise<Peer> {
  install();
  await withClient(admin, admin, (client) => client.query('create database parse_server'));
  const login = { ...admin, database: 'parse_server' };
  const runFolder = mkdtempSync(join(tmpdir(), 'bkksiam-parse-server-'));
  const child = fork(join(folder, 'server.mjs'), [JSON.stringify(login)], {
    // parse-server writes its log to the working directory.
    cwd: runFolder,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const [port] = (await once(child, 'message')) as [number];
  const url = `http://127.0.0.1:${String(port)}/parse`;
  await makeClass(url);
  const users: User[] = [];
  for (let number = 0; number < connections; number += 1) users.push(await signUp(url, number));
  await withClient(login, login, async (client) => {
    await client.query(fill, [users.map(({ objectId }) => objectId)]);
    await client.query('create index on "QuoteRequest" ("userId", "updatedAt" desc)');
    await client.query('vacuum analyze');
  });
  const keys = ['origin', 'destination', ...counts, 'status'].join(',');
  return {
    port,
    requests: users.map(({ objectId, sessionToken }) => {
      const where = encodeURIComponent(JSON.stringify({ userId: objectId }));
      const path = `/parse/classes/QuoteRequest?where=${where}&order=-updatedAt&limit=5&keys=${keys}`;
      return `GET ${path} HTTP/1.1\r\nhost: bench\r\nx-parse-application-id: bench\r\nx-parse-session-token: ${sessionToken}\r\n\r\n`;
    }),
    async stop() {
      child.disconnect();
      await once(child, 'exit');
      rmSync(runFolder, { recursive: true, force: true });
    },
  };
}
