import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import {
  ask,
  postmasterOf,
  startClusterServer,
  type ClusterServer,
  type ClusterServerOptions,
} from '../testing/cluster-server.ts';
import { prepareDataDir } from '../testing/fresh-cluster.ts';
import { isWholeSuite, onlyInWholeSuite, variations } from '../testing/variations.ts';
import { findPrograms } from './cluster-programs.ts';
import { ClusterError, startCluster, type Cluster } from './embedded-cluster.ts';

const oldest = '/usr/lib/postgresql/15/bin';
const hasOldest = existsSync(join(oldest, 'initdb'));
const isRoot = process.getuid?.() === 0;
const versions = [
  { name: 'the packaged PostgreSQL', binaries: undefined, major: 18 },
  ...(hasOldest ? [{ name: 'PostgreSQL 15', binaries: oldest, major: 15 }] : []),
];

function inOtherRoot(root: string): [string, ...string[]] {
  const enter = 'mount --rbind / "$0" && exec chroot "$0" "$@"';
  return ['unshare', '--mount', 'sh', '-c', enter, root];
}

function canChangeRoot(): boolean {
  const [program, ...args] = inOtherRoot('/mnt');
  return isRoot && spawnSync(program, [...args, 'true']).status === 0;
}

const refusesNamespaces = canChangeRoot();

let folder: string;
let dataDir: string;
const open: { release(): Promise<void> }[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bkksiam-cluster-'));
  dataDir = join(folder, 'data');
});

afterEach(async () => {
  for (const cluster of open.splice(0)) await cluster.release();
  rmSync(folder, { recursive: true, force: true });
});

async function start(binaries?: string, durable = false): Promise<Cluster> {
  const options = binaries === undefined ? {} : { binaries };
  const cluster = await startCluster({ dataDir, durable, ...options });
  open.push(cluster);
  return cluster;
}

/** A cluster of the packaged version that has never run, instead of the seconds of `initdb`. */
const prepare = () => prepareDataDir(dataDir, 'fresh');

function startServer(options: Partial<ClusterServerOptions> = {}): ClusterServer {
  const server = startClusterServer({ dataDir, ...options });
  open.push({
    async release() {
      await server.leave();
    },
  });
  return server;
}

async function startError(starting: Promise<unknown>): Promise<string> {
  const error: unknown = await starting.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ClusterError);
  const { message } = error as ClusterError;
  expect(message).not.toContain('\n');
  return message;
}

const isRunning = (): boolean => postmasterOf(dataDir) !== undefined;

/** A PATH with only these programs. */
function pathWith(...programs: string[]): { PATH: string } {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  for (const program of programs) {
    const found = spawnSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' }).stdout;
    symlinkSync(found.trim(), join(bin, program));
  }
  return { PATH: bin };
}

/** Launches a program in a changed root, where the kernel refuses user namespaces. */
function withoutNamespaces(): string[] {
  const root = join(folder, 'root');
  mkdirSync(root);
  return inOtherRoot(root);
}

describe.each(variations(versions, 0))('on $name', ({ binaries, major }) => {
  test('the first start makes the cluster, private and in UTF-8; the second finds the data', async () => {
    const first = await start(binaries);
    expect(Math.floor(first.serverVersion / 10_000)).toBe(major);
    expect(first.admin).toMatchObject({ user: 'supabase_admin', database: 'postgres' });
    const [facts] = await ask(
      first.admin,
      `select current_setting('server_encoding') as encoding, lower('ÀÉ') as lower,
        current_setting('listen_addresses') as addresses, current_setting('jit') as jit,
        current_setting('data_checksums') as checksums, 'ไทย' ~ '^\\w+$' as matches_thai`,
    );
    expect(facts).toEqual({
      encoding: 'UTF8',
      lower: 'àé',
      addresses: '',
      jit: 'off',
      checksums: 'on',
      matches_thai: true,
    });
    expect(statSync(first.admin.host).mode & 0o777).toBe(0o700);
    expect(statSync(join(dataDir, 'postgres', 'bkksiam.password')).mode & 0o777).toBe(0o600);
    await expect(ask({ ...first.admin, password: 'guessed' }, 'select 1')).rejects.toThrow(
      'password authentication failed',
    );
    await ask(first.admin, 'create table kept as select 7 as seven');
    await first.release();
    expect(isRunning()).toBe(false);
    expect(existsSync(first.admin.host)).toBe(false);
    const second = await start(binaries);
    expect(await ask(second.admin, 'table kept')).toEqual([{ seven: 7 }]);
  });

  test('two servers that start at once on a fresh folder share one cluster; the last one out stops it', async () => {
    onlyInWholeSuite();
    const [one, two] = [startServer({ binaries }), startServer({ binaries })];
    const [first, second] = await Promise.all([one.ready, two.ready]);
    expect(second).toEqual({ ...first, ms: second.ms });
    await ask(first, 'create table shared as select 1 as one');
    expect(await one.leave()).toBe(true);
    expect(await ask(second, 'table shared')).toEqual([{ one: 1 }]);
    expect(await two.leave()).toBe(true);
    expect(isRunning()).toBe(false);
    expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.lock', 'postgres.log']);
  });

  test('the cluster outlives a killed server, and the next one finds it and stops it', async () => {
    if (binaries === undefined) prepare();
    const killed = startServer({ binaries });
    await killed.ready;
    const postmaster = postmasterOf(dataDir);
    await killed.kill();
    const next = await start(binaries);
    expect(postmasterOf(dataDir)).toBe(postmaster);
    await next.release();
    expect(isRunning()).toBe(false);
  });

  test('a cluster that is killed comes back under the living server, with what was committed', async () => {
    if (binaries === undefined) prepare();
    const cluster = await start(binaries, true);
    await ask(cluster.admin, 'create table kept as select 7 as seven');
    process.kill(postmasterOf(dataDir) ?? 0, 'SIGKILL');
    await expect
      .poll(() => ask(cluster.admin, 'table kept').catch(() => 'down'), { timeout: 20_000 })
      .toEqual([{ seven: 7 }]);
    await cluster.release();
    expect(isRunning()).toBe(false);
  });
});

test.runIf(isWholeSuite)(
  'whichever of two servers leaves first, the other loses no request',
  async () => {
    prepare();
    const keeper = await start();
    await ask(keeper.admin, 'create table written (writer int, id bigint)');
    for (const firstOut of [0, 1]) {
      const servers = [startServer({ writers: 2 }), startServer({ writers: 2 })];
      await Promise.all(servers.map((server) => server.wrote(20)));
      if (firstOut === 1) await keeper.release();
      const [leaver, stayer] = firstOut === 0 ? servers : servers.toReversed();
      await leaver?.leave();
      await stayer?.wrote(stayer.written.size + 50);
      await stayer?.leave();
      expect(servers.flatMap(({ failures }) => failures)).toEqual([]);
    }
    expect(isRunning()).toBe(false);
  },
  60_000,
);

test.runIf(isWholeSuite)(
  'a server that arrives while the last one leaves gets a cluster that stays',
  async () => {
    prepare();
    for (let round = 0; round < (isWholeSuite ? 5 : 2); round += 1) {
      const leaving = await start();
      const [, arriving] = await Promise.all([leaving.release(), start()]);
      expect(await ask(arriving.admin, 'select 1 as one')).toEqual([{ one: 1 }]);
      await arriving.release();
      expect(isRunning()).toBe(false);
    }
  },
);

test.runIf(isWholeSuite)(
  'a server whose own connection was cut keeps the cluster when the other one leaves at that moment',
  async () => {
    prepare();
    const [leaving, staying] = [await start(), await start()];
    const client = new pg.Client(staying.admin);
    await client.connect();
    await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'bkksiam member'",
    );
    await leaving.release();
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await client.end();
  },
);

test('a path of more than 150 characters, with a space, a quote and a dollar sign, works', async () => {
  onlyInWholeSuite();
  dataDir = join(folder, `it's $HOME "${'long'.repeat(30)}`, 'path'.repeat(15));
  const cluster = await start();
  expect(cluster.admin.host.length).toBeLessThan(60);
  expect(await ask(cluster.admin, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a start that was killed while it made the cluster leaves nothing that the next one trusts', async () => {
  onlyInWholeSuite();
  const killed = startServer({ durable: true });
  await expect
    .poll(() => existsSync(join(dataDir, 'postgres.unfinished', 'base')), {
      timeout: 20_000,
      interval: 5,
    })
    .toBe(true);
  await killed.kill();
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
  const cluster = await start();
  expect(await ask(cluster.admin, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(existsSync(join(dataDir, 'postgres.unfinished'))).toBe(false);
});

test.runIf(isWholeSuite)(
  'process ids that a killed cluster left behind and that others have now do not keep it down',
  async () => {
    prepare();
    const cluster = await start();
    const { admin } = cluster;
    await ask(admin, 'create table kept as select 7 as seven');
    await cluster.release();
    const remains = `${String(process.pid)}\n${join(dataDir, 'postgres')}\n1\n5432\n${admin.host}\n\n1 1\nready\n`;
    writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), remains, { mode: 0o600 });
    mkdirSync(admin.host, { mode: 0o700 });
    writeFileSync(join(admin.host, '.s.PGSQL.5432.lock'), remains, { mode: 0o600 });
    const again = await start();
    expect(await ask(again.admin, 'table kept')).toEqual([{ seven: 7 }]);
  },
);

test.runIf(isWholeSuite)(
  'without flock perl takes the lock, and without either the start fails with one line',
  async () => {
    prepare();
    const env = pathWith('perl', ...(isRoot ? ['unshare', 'true'] : []));
    const [one, two] = [startServer({ env }), startServer({ env })];
    const [first, second] = await Promise.all([one.ready, two.ready]);
    expect(second.password).toBe(first.password);
    rmSync(join(env.PATH, 'perl'));
    await expect(startServer({ env, dataDir: join(folder, 'other') }).ready).rejects.toThrow(
      /^ClusterError: .*flock.*DATABASE_URL$/,
    );
  },
);

describe('one clear line', () => {
  test('when a program is missing', async () => {
    expect(await startError(startCluster({ dataDir, binaries: folder }))).toMatch(
      /initdb is missing .* DATABASE_URL/,
    );
  });

  test('when its shared libraries are missing', async () => {
    const { folder: packaged } = findPrograms(undefined);
    const binaries = join(folder, 'bin');
    mkdirSync(binaries);
    for (const program of ['initdb', 'pg_ctl', 'postgres'])
      copyFileSync(join(packaged, program), join(binaries, program));
    expect(await startError(startCluster({ dataDir, binaries }))).toMatch(
      /cannot open shared object file.*DATABASE_URL/,
    );
  });

  test('when the data folder cannot be made or written', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    dataDir = join(file, 'data');
    expect(await startError(startCluster({ dataDir }))).toBe(
      `DATA_DIR ${dataDir} cannot be written: a part of its path is not a folder`,
    );
    for (const other of [file, '/proc/nothing/data'])
      expect(await startError(startCluster({ dataDir: other }))).toContain(`DATA_DIR ${other} `);
  });

  test('when another major version made the cluster', async () => {
    mkdirSync(join(dataDir, 'postgres'), { recursive: true });
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '12\n');
    writeFileSync(join(dataDir, 'postgres', 'bkksiam.password'), 'secret');
    expect(await startError(startCluster({ dataDir }))).toMatch(/PostgreSQL 12, .* PostgreSQL 18/);
  });

  test('when its folder holds something else, or its password is lost', async () => {
    mkdirSync(join(dataDir, 'postgres', 'photos'), { recursive: true });
    expect(await startError(startCluster({ dataDir }))).toContain('is not a PostgreSQL database');
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '18\n');
    expect(await startError(startCluster({ dataDir }))).toContain('bkksiam.password is missing');
  });

  test('when PostgreSQL refuses to start: the last line of its log', async () => {
    prepare();
    await (await start()).release();
    writeFileSync(join(dataDir, 'postgres', 'postgresql.auto.conf'), 'work_mem = plenty\n');
    expect(await startError(startCluster({ dataDir, durable: false }))).toMatch(
      /^PostgreSQL did not start: .*postgresql.auto.conf/,
    );
  });

  test('when the socket folder is open to others', async () => {
    prepare();
    const cluster = await start();
    const { admin } = cluster;
    await cluster.release();
    mkdirSync(admin.host);
    onTestFinished(() => rmSync(admin.host, { recursive: true }));
    chmodSync(admin.host, 0o777);
    expect(await startError(startCluster({ dataDir, durable: false }))).toContain(admin.host);
  });
});

describe.runIf(refusesNamespaces)('as root where user namespaces are refused', () => {
  test.runIf(hasOldest && isWholeSuite)('an existing unprivileged account serves', async () => {
    chmodSync(folder, 0o711);
    const server = startServer({ launcher: withoutNamespaces(), binaries: oldest });
    const admin = await server.ready;
    expect(await ask(admin, 'select 1 as one')).toEqual([{ one: 1 }]);
    const owner = statSync(join(dataDir, 'postgres')).uid;
    expect(owner).toBeGreaterThan(0);
    expect(statSync(`/proc/${String(postmasterOf(dataDir))}`).uid).toBe(owner);
    expect(await server.leave()).toBe(true);
    // A cluster that belongs to that account runs as it, even with user namespaces.
    const again = await start(oldest);
    expect(await ask(again.admin, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('one clear line when that account cannot reach the data folder', async () => {
    const server = startServer({ launcher: withoutNamespaces() });
    await expect(server.ready).rejects.toThrow(
      /^ClusterError: PostgreSQL refuses to run as root, .* cannot reach .*DATABASE_URL$/,
    );
  });
});

describe.runIf(isRoot)('as root', () => {
  test('an empty private folder of another user is refused, and nothing is left in it', async () => {
    mkdirSync(dataDir, { mode: 0o700 });
    chownSync(dataDir, 65_534, 65_534);
    await expect(start()).rejects.toThrow(
      `DATA_DIR ${dataDir} belongs to the user id 65534: run this command as that user, not as root`,
    );
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test('a socket folder that another user made is refused', async () => {
    prepare();
    const cluster = await start();
    const { admin } = cluster;
    await cluster.release();
    mkdirSync(admin.host, { mode: 0o700 });
    onTestFinished(() => rmSync(admin.host, { recursive: true }));
    const message = `${admin.host}, where the database listens, is not a folder of this user alone`;
    chownSync(admin.host, 65_534, 65_534);
    expect(await startError(startCluster({ dataDir, durable: false }))).toContain(message);
    chownSync(admin.host, 0, 0);
    chmodSync(admin.host, 0o755);
    expect(await startError(startCluster({ dataDir, durable: false }))).toContain(message);
  });
});

test.runIf(isWholeSuite)('the log starts anew when it has grown too long', async () => {
  prepare();
  await (await start()).release();
  const log = join(dataDir, 'postgres.log');
  writeFileSync(log, 'x'.repeat(6_000_000));
  await start();
  expect(statSync(log).size).toBeLessThan(10_000);
  expect(readFileSync(`${log}.1`)).toHaveLength(6_000_000);
});
