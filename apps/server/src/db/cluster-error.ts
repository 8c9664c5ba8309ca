/** Why the embedded PostgreSQL cannot be used; `message` is one clear line for the operator. */
export class ClusterError extends Error {
  override readonly name = 'ClusterError';
}

const reasons: Record<string, string> = {
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

/** A failed file operation as a line about the data folder; any other error is returned as it is. */
export function folderError(error: unknown, dataDir: string): unknown {
  const code = systemCode(error);
  if (code === undefined) return error;
  return new ClusterError(
    `DATA_DIR ${dataDir} cannot be written: ${reasons[code] ?? (error as Error).message}`,
    { cause: error },
  );
}
