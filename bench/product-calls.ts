import { createTokens } from '../apps/server/src/http/jwt.ts';

const columns = 'quote_id,origin,destination,pax_adt,pax_chd,pax_inf,status,updated_at,created_at';

/** The id of a member, `number` from 0 to 999; the benchmarks read the rows of the first 64. */
export const memberId = (number: number): string =>
  `00000000-0000-4000-9000-${String(number).padStart(12, '0')}`;

/** The claims of a member's token. */
export function claimsOf(member: string) {
  const email = `${member}@bench.example`;
  const role = { role: 'authenticated', aud: 'authenticated' } as const;
  return { sub: member, session_id: member, email, ...role };
}

/** A request of the product's screens below `/rest/v1/`, for one member. */
export interface ProductCall {
  readonly method: 'GET' | 'POST';
  readonly path: (member: string) => string;
  readonly body?: (member: string) => string;
}

/** The measured calls (spec §7). */
export const calls = {
  /** The dashboard's five latest requests. */
  read: {
    method: 'GET',
    path: (member) =>
      `bkk_quote_requests?select=${columns}&user_id=eq.${member}&order=updated_at.desc&limit=5`,
  },
  /** An insert into the login log. */
  write: {
    method: 'POST',
    path: () => 'bkk_login_logs',
    body: (member) =>
      JSON.stringify({
        user_id: member,
        email: claimsOf(member).email,
        event: 'login',
        success: true,
      }),
  },
} as const satisfies Record<string, ProductCall>;

export type CallName = keyof typeof calls;

export const tokens = createTokens({ secret: 'a secret for measuring, long enough to sign with' });

export const tokenOf = (member: string): Promise<string> =>
  tokens.sign(claimsOf(member), 24 * 3600);

/**
 * One request per connection, as HTTP/1.1 text, each of another member.
 *
 * @param address prefix of the call's path, or a replacement for it
 */
export function requestsFor(
  call: ProductCall,
  connections: number,
  address: (path: string) => string,
): Promise<string[]> {
  return Promise.all(
    Array.from({ length: connections }, async (_, index) => {
      const member = memberId(index);
      const body = call.body?.(member);
      const lines = [
        `${call.method} ${address(call.path(member))} HTTP/1.1`,
        'host: bench',
        `authorization: Bearer ${await tokenOf(member)}`,
      ];
      if (body !== undefined) {
        lines.push('content-type: application/json', `content-length: ${String(body.length)}`);
      }
      return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
    }),
  );
}
