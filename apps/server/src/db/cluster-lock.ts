import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { ClusterError } from './setup-errors.ts';

/**
 * A kernel lock on a file. It is held until every process with `fd` open (this one, and children that inherited it) has
 * closed it or died, so a killed holder never blocks the next one.
 */
export interface FileLock {
  readonly fd: number;
  /** Closes the lock in this process. */
  close(): void;
}

interface Locker {
  readonly command: string;
  readonly args: readonly string[];
}

// Node has no file locks, but a flock(2) lock belongs to the open file description, which a child process shares: each
// command locks descriptor 3 and exits, with status 1 when another process holds the lock.
const perl =
  'open(my $file, ">&=", 3) or exit 2; exit(flock($file, 6) ? 0 : $!{EWOULDBLOCK} ? 1 : 2)';
const lockers: readonly Locker[] = [
  { command: 'flock', args: ['-n', '-x', '3'] },
  { command: 'perl', args: ['-e', perl] },
];

type LockResult = 'locked' | 'taken' | 'no such program';

function lockOpenFile(fd: number, { command, args }: Locker): Promise<LockResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe', fd] });
    let stderr = '';
    child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') resolve('no such program');
      else reject(error);
    });
    child.on('close', (code) => {
      if (code === 0) resolve('locked');
      else if (code === 1) resolve('taken');
      else {
        const reason = stderr.trim().split('\n').at(-1) ?? '';
        reject(new ClusterError(`${command} cannot lock a file in DATA_DIR: ${reason}`));
      }
    });
  });
}

/**
 * Tries to lock `file`, which is created when missing; undefined when another process holds the lock.
 *
 * @throws {ClusterError} where neither `flock` nor `perl` exists, or the file system cannot lock
 */
export async function tryLock(file: string): Promise<FileLock | undefined> {
  const fd = openSync(file, 'a', 0o600);
  let kept = false;
  try {
    for (const locker of lockers) {
      const result = await lockOpenFile(fd, locker);
      if (result === 'no such program') continue;
      kept = result === 'locked';
      return kept ? { fd, close: () => closeSync(fd) } : undefined;
    }
    throw new ClusterError(
      'The embedded PostgreSQL needs the program flock (util-linux) or perl: install one or set DATABASE_URL',
    );
  } finally {
    if (!kept) closeSync(fd);
  }
}
