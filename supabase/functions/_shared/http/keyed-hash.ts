import { setting, type FunctionEnvironment } from './environment.ts';

/** The /64 network of an IPv6 address, or an IPv4 address. */
function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address.replace(/^::ffff:/i, '');
  const [head = '', tail = ''] = address.split('::');
  const left = head.split(':').filter(Boolean);
  const gap = address.includes('::') ? 8 - left.length - tail.split(':').filter(Boolean).length : 0;
  return [...left, ...Array.from({ length: Math.max(0, gap) }, () => '0'), ...tail.split(':')]
    .slice(0, 4)
    .join(':');
}

/** HMAC-SHA256 with the service key, in hexadecimal digits: a plain hash of an address could be guessed. */
export async function keyedHash(
  environment: FunctionEnvironment,
  purpose: string,
  text: string,
): Promise<string> {
  const encoder = new TextEncoder();
  const secret = setting(environment, 'SUPABASE_SERVICE_ROLE_KEY');
  const hash = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), hash, false, ['sign']);
  const signed = await crypto.subtle.sign('HMAC', key, encoder.encode(`${purpose}\0${text}`));
  return Array.from(new Uint8Array(signed), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The keyed hash of the caller's network, so that the database does not tell who calls. */
export function networkHash(
  request: Request,
  environment: FunctionEnvironment,
  purpose: string,
): Promise<string> {
  const address = (request.headers.get('x-forwarded-for') ?? '').split(',')[0]?.trim() ?? '';
  return keyedHash(environment, purpose, networkOf(address));
}
