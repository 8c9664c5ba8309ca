import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCluster } from '../apps/server/src/db/embedded-cluster.ts';
import { embeddedDatabase } from '../apps/server/src/db/admin-server.ts';
import { withClient } from '../apps/server/src/db/server-address.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'bkksiam-large-'));
});

afterAll(() => rm(dataDir, { recursive: true, force: true }));

function seedLarge(share: string) {
  const tsx = ['--import', 'tsx', 'scripts/seed-large.ts', share];
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: undefined, SEED: undefined };
  const { status, stdout, stderr } = spawnSync(process.execPath, tsx, {
    cwd: root,
    env,
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
}

async function counts(): Promise<unknown> {
  const cluster = await startCluster({ dataDir });
  try {
    const admin = { ...cluster.admin, database: embeddedDatabase };
    return await withClient(admin, admin, async (client) => {
      const { rows } = await client.query<Record<string, number>>(`
        select (select count(*)::int from auth.users) as accounts,
          (select count(*)::int from bkk_user_roles where email is not null and full_name is not null) as users,
          (select count(*)::int from bkk_quote_requests where member_email is not null) as requests,
          (select count(*)::int from bkk_login_logs) as sign_ins,
          (select count(*)::int from bkk_airline_news) as news,
          (select count(*)::int from bkk_change_log where table_name <> 'bkk_user_roles') as changes`);
      return rows[0];
    });
  } finally {
    await cluster.release();
  }
}

test(
  'a share of the large agency stands beside the demo rows, once',
  { timeout: 120_000 },
  async () => {
    expect(seedLarge('0.01')).toEqual({
      status: 0,
      said: 'The large agency is in the database.\n',
    });
    const expected = {
      accounts: 1004,
      users: 1003,
      requests: 2015,
      sign_ins: 2000,
      news: 60,
      changes: 0,
    };
    expect(await counts()).toEqual(expected);
    expect(seedLarge('0.01')).toEqual({ status: 1, said: 'The large agency is there already.\n' });
    expect(seedLarge('2')).toEqual({ status: 1, said: 'A share is a number from 0.01 to 1.\n' });
    expect(await counts()).toEqual(expected);
  },
);
