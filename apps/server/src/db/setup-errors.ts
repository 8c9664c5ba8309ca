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

const wrongPort = 'correct the port: what listens there may be no PostgreSQL';
const untrusted = 'trust its certificate (NODE_EXTRA_CA_CERTS), or add sslmode=no-verify';

/** What to do about a failed connection, by the code of the system or the SQLSTATE. */
const adviceByCode: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'start PostgreSQL there, or correct host and port',
  ENOTFOUND: 'correct the host, which has no address',
  EAI_AGAIN: 'correct the host, or wait until names are resolved again',
  EHOSTUNREACH: 'correct the host, or the network to it',
  ENETUNREACH: 'correct the host, or the network to it',
  ECONNRESET: wrongPort,
  '28P01': 'correct user and password, with special characters percent-encoded',
  '28000': "correct the user, or let it in from this machine in PostgreSQL's pg_hba.conf",
  '3D000': 'create that database, or correct its name',
  '53300': 'raise max_connections, or stop other programs',
  '57P03': 'wait until PostgreSQL has started or stopped',
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
};

/** The same for errors of the driver, which have no code. */
const adviceByText: readonly (readonly [RegExp, string])[] = [
  [/timeout/, 'correct host and port, or let the firewall pass this machine'],
  [/terminated unexpectedly/, wrongPort],
  [/does not support SSL/, 'remove sslmode, or switch SSL on in PostgreSQL'],
];

/** Why a connection failed and what to do about it, in one line. */
export function connectProblem(error: unknown): string {
  const errors: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
  const [first] = errors;
  const code = first instanceof Error && 'code' in first ? String(first.code) : '';
  const reason = reasonOf(error);
  const advice = adviceByCode[code] ?? adviceByText.find(([text]) => text.test(reason))?.[1];
  return advice === undefined ? reason : `${reason}: ${advice}`;
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
