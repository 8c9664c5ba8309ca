import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../..', import.meta.url));

/** Builds the server's programs. Tests start those: through tsx each start takes three times the processor time. */
export function setup(): void {
  const { status } = spawnSync(process.execPath, ['build.mjs'], { cwd: folder, stdio: 'inherit' });
  if (status !== 0) throw new Error('the server could not be built');
}

/** Path of a program of the build. */
export function builtProgram(
  name:
    | 'main'
    | 'backup'
    | 'restore'
    | 'reset-factor'
    | 'grant-admin'
    | 'psql'
    | 'export-user'
    | 'erase-user'
    | 'migrate'
    | 'rotate-secret',
): string {
  return join(folder, 'dist', `${name}.js`);
}
