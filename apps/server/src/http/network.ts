import { isIP, isIPv4 } from 'node:net';

/**
 * A client's IP address in the form of PostgreSQL's `inet`; null when the proxy forwarded anything else.
 *
 * @param forwarded undefined for a connection that has been closed, though the type of `request.ip` does not tell
 */
export function clientAddress(forwarded: string | undefined): string | null {
  // PostgreSQL does not accept the zone of an IPv6 address.
  const [ip = ''] = forwarded?.split('%') ?? [];
  return isIP(ip) === 0 ? null : ip;
}

/** Whether a network is this machine. */
export const isLoopback = (network: string): boolean => /^127\.|^0:0:0:0$/.test(network);

/** The network of one household or office: an IPv4 address, or the /64 prefix of an IPv6 address. */
export function networkOf(ip: string | null): string {
  if (ip === null) return 'unknown';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined || isIPv4(ip)) return mapped ?? ip;
  const [head = '', tail] = ip.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail?.split(':').filter(Boolean) ?? [];
  const gap = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array.from({ length: gap }, () => '0'), ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
