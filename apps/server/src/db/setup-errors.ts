/** The database cannot be opened. `message` is one line for the operator and never contains a password. */
export class DatabaseSetupError extends Error {
  override readonly name = 'DatabaseSetupError';
}

/** The first line of an error's message. Node reports a failed connection as an `AggregateError` without a message of its own. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return error.message.split('\n', 1)[0] ?? error.name;
}

/** The embedded PostgreSQL cannot be used. `message` is one line for the operator. */
export class ClusterError extends Error {
  override readonly name = 'ClusterError';
}

const folderReasons: Record<string, string> = {
  ENOSPC: 'its disk is full',
  EDQUOT: 'its disk quota is used up',
  EROFS: 'its file system is read-only',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  ENOTDIR: 'a part of its path is not a folder',
  EEXIST: 'a file stands in its place',
  ENOENT: 'its parent folder cannot be made',
};

function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return undefined;
  return String(error.code);
}

/** Turns a failed file operation into a {@link ClusterError} about the data folder; returns any other error unchanged. */
export function folderError(error: unknown, dataDir: string): unknown {
  const code = systemCode(error);
  if (code === undefined) return error;
  return new ClusterError(
    `DATA_DIR ${dataDir} cannot be written: ${folderReasons[code] ?? (error as Error).message}`,
    { cause: error },
  );
}
