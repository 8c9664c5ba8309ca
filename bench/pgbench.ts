import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Statement } from '../apps/server/src/db/database.ts';
import { derivedLogins } from '../apps/server/src/db/login-roles.ts';
import type { AdminLogin } from '../apps/server/src/db/server-address.ts';
import { memberId } from './product-calls.ts';

const run = promisify(execFile);
const debianFolder = '/usr/lib/postgresql';

/** The path of `pgbench` on this machine, or undefined. */
export function findPgbench(): string | undefined {
  if (spawnSync('pgbench', ['--version']).status === 0) return 'pgbench';
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder).sort().reverse() : [];
  return versions
    .map((version) => join(debianFolder, version, 'bin/pgbench'))
    .find((path) => existsSync(path));
}

/** A SQL literal, split where pgbench would parse a colon and a name as a variable. */
function literal(value: string): string {
  return `(${pg.escapeLiteral(value).replaceAll(/:(?=\w)/g, ":' || '")})`;
}

/** One transaction as a pgbench script: the batch as a pipeline with a single Sync, as the server sends it. */
function script(batch: readonly Statement[], member: string): string {
  const lines = batch.map(({ text, values = [] }) =>
    text
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/\$(\d+)/g, (_, number: string) =>
        literal(String(values[Number(number) - 1]).replaceAll(memberId(0), member)),
      ),
  );
  return `\\startpipeline\n${lines.map((line) => `${line};`).join('\n')}\n\\endpipeline\n`;
}

/**
 * Measures the database alone: the same batch by pgbench with prepared statements, one script per member.
 *
 * @returns transactions per second
 */
export async function runPgbench(
  pgbench: string,
  admin: AdminLogin,
  batch: readonly Statement[],
  { connections, milliseconds }: { readonly connections: number; readonly milliseconds: number },
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'bkksiam-pgbench-'));
  const login = derivedLogins(admin.password ?? '').authenticator;
  try {
    const scripts = Array.from({ length: 8 }, (_, index) => {
      const path = join(folder, `${String(index)}.sql`);
      writeFileSync(path, script(batch, memberId(index)));
      return ['-f', path];
    });
    const { stdout } = await run(
      pgbench,
      [
        ...['-n', '-M', 'prepared', '-c', String(connections), '-j', '2'],
        ...['-T', String(Math.ceil(milliseconds / 1000)), ...scripts.flat()],
        ...['-h', admin.host, '-p', String(admin.port), '-U', login.user, admin.database],
      ],
      { env: { ...process.env, PGPASSWORD: login.password } },
    );
    const rate = Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
    if (!(rate > 0)) throw new Error(`pgbench said: ${stdout}`);
    return rate;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
