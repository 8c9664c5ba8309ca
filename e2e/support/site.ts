import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import PostalMime, { type Email } from 'postal-mime';
import { prepareBySeparateOwner } from './separate-owner.ts';

const main = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url));

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** What a process needs to know of a site that another one has started. */
interface SiteInfo {
  readonly url: string;
  readonly pid: number;
  /** Its folder, with the database's cluster; gone once it stops. */
  readonly dataDir: string;
  /** The UTC day from which the demo data counts its days. */
  readonly firstDay: string;
  readonly admin: Credentials;
  /** The demo member with credit and requests. */
  readonly member: Credentials;
}

/** The built product, running in a process of its own on a fresh data folder with the demo data. */
export interface RunningSite extends SiteInfo {
  /** A calendar day, so many days after the first. */
  dayIn(days: number): string;
  /** The mails to an address so far, oldest first. */
  mailsTo(address: string): Promise<Email[]>;
}

/** A site with the way to stop it, for the process that has started it. */
export interface Site extends RunningSite {
  stop(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

/** Lines such as `  admin   someone@host  password`, printed at the first start. */
function account(lines: readonly string[], matches: (line: string) => boolean): Credentials {
  const [, email, password] = (lines.find(matches) ?? '').trim().split(/ {2,}/);
  if (email === undefined || password === undefined)
    throw new Error(`no such account among ${lines.join('\n')}`);
  return { email, password };
}

async function readUntilReady(server: ChildProcess): Promise<string[]> {
  if (server.stdout === null) throw new Error('the server has no output');
  const lines: string[] = [];
  for await (const line of createInterface({ input: server.stdout })) {
    lines.push(line);
    if (line.includes('The database is')) return lines;
  }
  throw new Error(`the server stopped before it was ready:\n${lines.join('\n')}`);
}

/** A site that runs, from any process of this machine. */
export function siteFrom(info: SiteInfo): RunningSite {
  const outbox = join(info.dataDir, 'outbox');
  return {
    ...info,
    dayIn: (days) =>
      new Date(Date.parse(info.firstDay) + days * 86_400_000).toISOString().slice(0, 10),
    async mailsTo(address) {
      const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml'));
      const all = await Promise.all(names.sort().map((name) => readFile(join(outbox, name))));
      const found = all.filter((mail) => mail.includes(address));
      const mails = await Promise.all(found.map((mail) => PostalMime.parse(mail)));
      return mails.filter(({ to }) => to?.some((recipient) => recipient.address === address));
    },
  };
}

/** The owner's login of a database server, where `npm run migrate` prepares the database and the site does not. */
const ownerUrl = process.env.TEST_OWNER_URL;

/**
 * Starts the built product and resolves when it is ready to serve.
 *
 * @param settings environment variables of the server, over those of the tests
 */
export async function startSite(settings: Readonly<Record<string, string>> = {}): Promise<Site> {
  const firstDay = new Date().toISOString().slice(0, 10);
  const dataDir = await mkdtemp(join(tmpdir(), 'bkksiam-e2e-'));
  const port = await freePort();
  const url = `http://localhost:${String(port)}`;
  const prepared =
    ownerUrl === undefined ? undefined : await prepareBySeparateOwner(ownerUrl, dataDir, settings);
  const server = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      SITE_URL: url,
      RATE_LIMIT: 'off',
      ...prepared?.settings,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = [...(prepared?.accounts ?? []), ...(await readUntilReady(server))];
  server.stdout.resume();
  return {
    ...siteFrom({
      url,
      pid: server.pid ?? 0,
      dataDir,
      firstDay,
      admin: account(lines, (line) => line.trim().startsWith('admin ')),
      member: account(lines, (line) => line.includes('nattaya@')),
    }),
    async stop() {
      server.kill('SIGTERM');
      await once(server, 'exit');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
