import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SupabaseClient } from '@supabase/supabase-js';
import { authenticator } from '../../apps/server/src/testing/authenticator.ts';
import {
  readCredential,
  startServerProcess,
  type ServerProcess,
} from '../../apps/server/src/testing/server-process.ts';
import { clientWithKey, clientWithToken } from '../../apps/server/src/testing/test-client.ts';
import { discardCluster, DrillSkipped, inFolder, type Drill } from './drill.ts';

const here = fileURLToPath(new URL('../..', import.meta.url));
const password = 'river-dusk';
const memberCount = 5;

/** Extracts a release and installs its own packages. */
function checkOut(tag: string, folder: string): void {
  const git = (...args: readonly string[]) =>
    spawnSync('git', args, { cwd: here, maxBuffer: 1e9, stdio: ['ignore', 'pipe', 'pipe'] });
  const found = git('rev-parse', '--verify', '--quiet', `${tag}^{commit}`);
  if (found.error !== undefined) throw new DrillSkipped('git is not installed');
  if (found.status !== 0) throw new DrillSkipped(`this checkout has no ${tag} (git fetch --tags)`);
  mkdirSync(folder);
  const archive = git('archive', tag);
  assert.equal(archive.status, 0, archive.stderr.toString());
  const tar = spawnSync('tar', ['-x', '-C', folder], { input: archive.stdout });
  assert.equal(tar.status, 0, tar.stderr.toString());
  const install = spawnSync('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (install.status !== 0)
    throw new DrillSkipped(
      `the packages of ${tag} cannot be installed: ${install.stderr.toString().trim().split('\n').at(-1) ?? ''}`,
    );
}

const clientOf = ({ url, anonKey }: ServerProcess): SupabaseClient => clientWithKey(url, anonKey);

function checked<T extends { readonly error: Error | null }>(answer: T): T {
  assert.ifError(answer.error);
  return answer;
}

interface Member {
  readonly email: string;
  readonly id: string;
  readonly accessToken: string;
  readonly refreshToken: string;
}

interface Written {
  readonly members: readonly Member[];
  /** An account with a second factor. */
  readonly mfaEmail: string;
  readonly factorId: string;
  readonly codeAt: (timestamp?: number) => string;
  readonly rows: readonly unknown[];
}

async function signUp(server: ServerProcess, number: number): Promise<Member> {
  const email = `member${String(number)}@example.com`;
  const { data } = checked(await clientOf(server).auth.signUp({ email, password }));
  const { access_token: accessToken = '', refresh_token: refreshToken = '' } = data.session ?? {};
  return { email, id: data.user?.id ?? '', accessToken, refreshToken };
}

async function admin(server: ServerProcess, dataDir: string): Promise<SupabaseClient> {
  const client = clientOf(server);
  checked(await client.auth.signInWithPassword(await readCredential(dataDir, /^admin/)));
  return client;
}

/** What an admin sees of members, bookings and news. */
async function allRows(client: SupabaseClient): Promise<readonly unknown[]> {
  const tables = ['bkk_users_admin_view', 'bkk_quote_requests_admin_view', 'bkk_airline_news'];
  const keys = ['user_id', 'quote_id', 'id'];
  return Promise.all(
    tables.map(async (table, index) => {
      const columns = table === 'bkk_users_admin_view' ? 'user_id,email,full_name,role' : '*';
      return checked(
        await client
          .from(table)
          .select(columns)
          .order(keys[index] ?? 'id'),
      ).data;
    }),
  );
}

async function write(server: ServerProcess, dataDir: string): Promise<Written> {
  const members: Member[] = [];
  for (let number = 0; number < memberCount; number += 1)
    members.push(await signUp(server, number));
  const asAdmin = await admin(server, dataDir);
  const bookings = members.map(({ id }) => ({
    ...{ user_id: id, origin: 'BKK', destination: 'NRT', pax_adt: 2, dep_date: '2030-01-01' },
  }));
  checked(await asAdmin.from('bkk_quote_requests').insert(bookings));
  // Not one of the members: a verified factor ends the account's other sessions.
  const { email: mfaEmail } = await signUp(server, memberCount);
  const mfaClient = clientOf(server);
  checked(await mfaClient.auth.signInWithPassword({ email: mfaEmail, password }));
  const { data } = checked(await mfaClient.auth.mfa.enroll({ factorType: 'totp' }));
  assert(data?.type === 'totp');
  const codeAt = authenticator(data.totp.uri);
  checked(await mfaClient.auth.mfa.challengeAndVerify({ factorId: data.id, code: codeAt() }));
  return { members, mfaEmail, factorId: data.id, codeAt, rows: await allRows(asAdmin) };
}

async function check(server: ServerProcess, dataDir: string, written: Written): Promise<void> {
  assert.deepEqual(await allRows(await admin(server, dataDir)), written.rows);
  for (const { email, id, accessToken, refreshToken } of written.members) {
    const own = clientWithToken(server.url, server.anonKey, accessToken);
    const bookings = checked(await own.from('bkk_quote_requests').select('user_id,destination'));
    assert.deepEqual(bookings.data, [{ user_id: id, destination: 'NRT' }]);
    const old = clientOf(server);
    checked(await old.auth.refreshSession({ refresh_token: refreshToken }));
    checked(await clientOf(server).auth.signInWithPassword({ email, password }));
  }
  const mfaClient = clientOf(server);
  checked(await mfaClient.auth.signInWithPassword({ email: written.mfaEmail, password }));
  // A code counts once, so this is the next one.
  const code = written.codeAt(Date.now() + 30_000);
  checked(await mfaClient.auth.mfa.challengeAndVerify({ factorId: written.factorId, code }));
}

async function withServer<T>(
  env: Record<string, string>,
  repository: string,
  work: (server: ServerProcess) => Promise<T>,
): Promise<T> {
  const server = await startServerProcess(env, repository);
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

async function upgrade(tag: string, folder: string): Promise<string> {
  const release = join(folder, 'release');
  checkOut(tag, release);
  const dataDir = join(folder, 'data');
  const env = { DATA_DIR: dataDir, SEED: 'demo', AUTH_AUTOCONFIRM: 'on' };
  try {
    const written = await withServer(env, release, (server) => write(server, dataDir));
    const began = performance.now();
    const took = await withServer(env, here, async (server) => {
      const ready = performance.now();
      await check(server, dataDir, written);
      return Math.round(ready - began);
    });
    return `${String(memberCount)} members of ${tag} with passwords, sessions, bookings and a factor work; first start ${String(took)} ms`;
  } finally {
    discardCluster(dataDir);
  }
}

const firstRelease = process.env.UPGRADE_FROM ?? 'v1.0.0';

export const upgradeDrills: readonly Drill[] = [
  {
    name: `upgrade: the data folder of ${firstRelease}`,
    run: () => inFolder((folder) => upgrade(firstRelease, folder)),
  },
];
