import type { AdminLogin } from '../db/server-address.ts';

/** A connection URI; a socket folder is percent-encoded as the host. */
export function databaseUrl(
  { host, port }: AdminLogin,
  database: string,
  { user, password = '' }: { readonly user: string; readonly password?: string | undefined },
): string {
  return `postgresql://${user}:${encodeURIComponent(password)}@${encodeURIComponent(host)}:${String(port)}/${database}`;
}
