import { isIP, isIPv4 } from 'node:net';

/** The address of a client as PostgreSQL's `inet` takes it; null when the proxy forwarded something else. */
export function clientAddress(forwarded: string): string | null {
  // IPv6 addresses can carry a zone that PostgreSQL does not know.
  const [ip = ''] = forwarded.split('%');
  return isIP(ip) === 0 ? null : ip;
}

/** What one household or office has: an IPv4 address, or the first half of an IPv6 one. */
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
