interface SystemError {
  readonly code?: string;
  readonly port?: number;
  readonly address?: string;
}

/** The one-line message for the operator when an error ends the process. */
export function exitMessage(error: unknown): string {
  if (!(error instanceof Error)) return `bkksiam: ${String(error)}`;
  const { code, port, address } = error as SystemError;
  if (code === 'EADDRINUSE') {
    return `bkksiam: PORT ${String(port)} is taken by another program: stop it or set PORT to a free one`;
  }
  if (code === 'EACCES' && port !== undefined) {
    return `bkksiam: PORT ${String(port)} needs more rights than this user has: choose one from 1024 up`;
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `bkksiam: HOST ${String(address)} is not an address of this machine`;
  }
  return `bkksiam: ${error.message.split('\n', 1)[0] ?? error.name}`;
}
