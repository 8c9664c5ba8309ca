import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { ClusterError } from './cluster-error.ts';

/**
 * A kernel lock on a file. It lasts until every process that has `fd` open (this one, and those it was handed
 * to as a standard stream) has closed it or died, so a killed holder never blocks the next one.
 */
export interface FileLock {
  readonly fd: number;
  /** Closes this process's part in the lock. */
  close(): void;
}

interface Locker {
  readonly command: string;
  readonly args: readonly string[];
}

// Node cannot lock a file, but a lock of flock(2) belongs to the open file, which a child process shares:
// each of these locks what it finds open as 3 and leaves, with 1 when somebody else has it.
const perl =
  'open(my $file, ">&=", 3) or exit 2; exit(flock($file, 6) ? 0 : $!{EWOULDBLOCK} ? 1 : 2)';
const lockers: readonly Locker[] = [
  { command: 'flock', args: ['-n', '-x', '3'] },
  { command: 'perl', args: ['-e', perl] },
];

type Outcome = 'locked' | 'taken' | 'no such program';

function lockOpenFile(fd: number, { command, args }: Locker): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe', fd] });
    let complaint = '';
    child.stderr?.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
    child.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') resolve('no such program');
      else reject(error);
    });
    child.on('close', (code) => {
      if (code === 0) resolve('locked');
      else if (code === 1) resolve('taken');
      else {
        const reason = complaint.trim().split('\n').at(-1) ?? '';
        reject(new ClusterError(`${command} cannot lock a file in DATA_DIR: ${reason}`));
      }
    });
  });
}

/**
 * Takes the lock on `file` (made when missing) without waiting; undefined when another holder lives.
 *
 * @throws {ClusterError} where neither `flock` nor `perl` exists, or the file system cannot lock
 */
export async function tryLock(file: string): Promise<FileLock | undefined> {
  const fd = openSync(file, 'a', 0o600);
  let kept = false;
  try {
    for (const locker of lockers) {
      const outcome = await lockOpenFile(fd, locker);
      if (outcome === 'no such program') continue;
      kept = outcome === 'locked';
      return kept ? { fd, close: () => closeSync(fd) } : undefined;
    }
    throw new ClusterError(
      'The embedded PostgreSQL needs the program flock (util-linux) or perl: install one or set DATABASE_URL',
    );
  } finally {
    if (!kept) closeSync(fd);
  }
}
