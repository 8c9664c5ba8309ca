import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTokens, serviceKey } from '../../apps/server/src/http/jwt.ts';
import { chownTo, clusterPaths } from '../../apps/server/src/db/cluster-folder.ts';
import { chooseRunner, findPrograms, run } from '../../apps/server/src/db/cluster-programs.ts';
import { startCluster } from '../../apps/server/src/db/embedded-cluster.ts';
import { withClient } from '../../apps/server/src/db/server-address.ts';
import { databaseUrl } from '../../apps/server/src/testing/database-url.ts';
import { startMailServer, type MailServer } from '../../apps/server/src/testing/mail-server.ts';
import {
  startServerProcess,
  type ServerProcess,
} from '../../apps/server/src/testing/server-process.ts';
import { libfaketime } from '../libfaketime.ts';
import { DrillSkipped, inFolder, type Drill } from './drill.ts';

const jwtSecret = 'the secret of the drills, which is long enough';
const password = 'a long password';
const longestMailMs = 20_000;

interface Session {
  readonly access_token: string;
  readonly refresh_token: string;
}

/** What a member does on a site whose clock jumps. */
class Member {
  readonly #server: ServerProcess;
  readonly #mails: MailServer;
  readonly email: string;

  constructor(server: ServerProcess, mails: MailServer, email: string) {
    this.#server = server;
    this.#mails = mails;
    this.email = email;
  }

  #post(path: string, body: object): Promise<Response> {
    return fetch(`${this.#server.url}/auth/v1/${path}`, {
      method: 'POST',
      headers: { apikey: this.#server.anonKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  async #session(grant: string, body: object): Promise<Session> {
    const response = await this.#post(`token?grant_type=${grant}`, body);
    const text = await response.text();
    assert.equal(response.status, 200, `${grant}: ${text}`);
    return JSON.parse(text) as Session;
  }

  signIn = () => this.#session('password', { email: this.email, password });
  refresh = ({ refresh_token }: Session) => this.#session('refresh_token', { refresh_token });

  async statusOf({ access_token }: Session): Promise<number> {
    const response = await fetch(`${this.#server.url}/rest/v1/bkk_user_profiles?select=user_id`, {
      headers: { apikey: this.#server.anonKey, authorization: `Bearer ${access_token}` },
    });
    await response.arrayBuffer();
    return response.status;
  }

  /** Asks for a new password and waits for the mail. */
  async recover(): Promise<void> {
    const before = this.#mails.received.length;
    const response = await this.#post('recover', { email: this.email });
    assert.equal(response.status, 200, await response.text());
    const deadline = performance.now() + longestMailMs;
    while (this.#mails.received.length === before) {
      assert(performance.now() < deadline, 'no mail came');
      await sleep(100);
    }
  }
}

async function addMember(server: ServerProcess, email: string): Promise<void> {
  const key = await serviceKey(createTokens({ secret: jwtSecret }));
  const response = await fetch(`${server.url}/auth/v1/admin/users`, {
    method: 'POST',
    headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, email_confirm: true }),
  });
  assert.equal(response.status, 200, await response.text());
}

/** What has to hold after the clock has jumped: sign-ins, sessions, mails, health. */
async function checkSite(server: ServerProcess, member: Member, session: Session) {
  assert.equal((await fetch(`${server.url}/health`)).status, 200);
  const refreshed = await member.refresh(session);
  assert.equal(await member.statusOf(refreshed), 200);
  assert.equal(await member.statusOf(await member.signIn()), 200);
  await member.recover();
  return refreshed;
}

async function jumpClock(folder: string): Promise<string> {
  const clock = join(folder, 'clock');
  const setClock = (offset: string) => writeFileSync(clock, `${offset}\n`);
  setClock('+0');
  const faked = {
    LD_PRELOAD: libfaketime,
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
  };
  const dataDir = join(folder, 'cluster');
  const created = await startCluster({ dataDir });
  const { admin } = created;
  await withClient(admin, admin, (client) => client.query('create database product'));
  await created.release();
  const programs = findPrograms(undefined);
  const { cluster, socketDir } = clusterPaths(dataDir);
  const runner = await chooseRunner(programs, dataDir, cluster);
  const control = (...args: readonly string[]) =>
    run(join(programs.folder, 'pg_ctl'), [...args, '--wait', '--silent'], {
      runner,
      env: { PGDATA: cluster, ...faked },
      stdio: 'ignore',
      detached: true,
    });
  mkdirSync(socketDir, { mode: 0o700 });
  chownTo(socketDir, runner);
  const mails = await startMailServer();
  assert.equal((await control('start')).code, 0);
  const server = await startServerProcess({
    DATABASE_URL: databaseUrl(admin, 'product', admin),
    DATA_DIR: join(folder, 'data'),
    JWT_SECRET: jwtSecret,
    SMTP_URL: mails.url,
    RATE_LIMIT: 'on',
    ...faked,
  });
  try {
    for (const name of ['one', 'two']) await addMember(server, `${name}@example.com`);
    const [one, two] = ['one', 'two'].map(
      (name) => new Member(server, mails, `${name}@example.com`),
    );
    assert(one !== undefined && two !== undefined);
    const first = await one.signIn();
    const other = await two.signIn();
    setClock('+61m');
    assert.equal(await one.statusOf(first), 401, 'its access token has expired');
    const ahead = await checkSite(server, one, first);
    setClock('+0');
    // As in PostgREST a token from the future is refused; a refreshed one is not.
    assert.equal(await one.statusOf(ahead), 401);
    await checkSite(server, one, ahead);
    await checkSite(server, two, other);
    return 'an hour ahead and back: sessions go on once refreshed, sign-ins, mails and limits work';
  } finally {
    await server.stop();
    await mails.close();
    await control('stop', '--mode=fast');
  }
}

export const clockDrills: readonly Drill[] = [
  {
    name: 'fault: the clock jumps an hour ahead and back',
    run: () => {
      if (!existsSync(libfaketime)) throw new DrillSkipped('libfaketime is not installed');
      return inFolder(jumpClock);
    },
  },
];
