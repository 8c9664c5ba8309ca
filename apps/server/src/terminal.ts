/** Prints a line. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

interface SystemError {
  readonly code?: string;
  readonly port?: number;
  readonly address?: string;
  /** The name that could not be resolved. */
  readonly hostname?: string;
}

/** The one-line message for the operator when an error ends the process. */
export function exitMessage(error: unknown): string {
  if (!(error instanceof Error)) return `bkksiam: ${String(error)}`;
  const { code, port, address, hostname } = error as SystemError;
  if (code === 'EADDRINUSE') {
    return `bkksiam: PORT ${String(port)} is taken by another program: stop it or set PORT to a free one`;
  }
  if (code === 'EACCES' && port !== undefined) {
    return `bkksiam: PORT ${String(port)} needs more rights than this user has: choose one from 1024 up`;
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return `bkksiam: HOST ${address ?? String(hostname)} is not an address of this machine`;
  }
  return `bkksiam: ${error.message.split('\n', 1)[0] ?? error.name}`;
}

/** Prints {@link exitMessage}; the process ends with status 1 once nothing keeps it running. */
export function reportFailure(error: unknown): void {
  process.stderr.write(`${exitMessage(error)}\n`);
  process.exitCode = 1;
}
