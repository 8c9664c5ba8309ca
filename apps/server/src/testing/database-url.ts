import type { AdminLogin } from '../db/server-address.ts';

/** The address in the form an operator writes; a socket folder stands percent-encoded in the host's place. */
export function databaseUrl(
  { host, port }: AdminLogin,
  database: string,
  { user, password = '' }: { readonly user: string; readonly password?: string | undefined },
): string {
  return `postgresql://${user}:${encodeURIComponent(password)}@${encodeURIComponent(host)}:${String(port)}/${database}`;
}
