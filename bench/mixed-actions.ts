import type { HttpResponse, HttpRequest } from './http-client.ts';
import type { MixedTarget, SignedInUser, SignedInUsers } from './mixed-users.ts';
import type { Acknowledged } from './mixed-verify.ts';

export const kinds = [
  'pages',
  'assets',
  'visitor reads',
  'store',
  'sign-ins',
  'refreshes',
  'member reads',
  'member writes',
  'admin reads',
  'admin writes',
  '/health',
] as const;
export type Kind = (typeof kinds)[number];

export type Role = 'visitors' | 'members' | 'admins';

export type Send = (kind: Kind, call: HttpRequest) => Promise<HttpResponse>;

/** What a user does at once, such as opening a page. Requests before the first response count from its planned start. */
export interface Action {
  /** Relative to the other actions of its role. */
  readonly weight: number;
  readonly requests: number;
  run(send: Send): Promise<unknown>;
}

/** The site under load. */
export interface Site {
  readonly target: MixedTarget;
  readonly users: SignedInUsers;
  /** The files each page loads. */
  readonly assets: ReadonlyMap<string, readonly string[]>;
  /** The ETag of the texts, which browsers revalidate. */
  readonly textsTag: string | undefined;
  readonly acknowledged: Acknowledged;
}

export const isDone = ({ status }: HttpResponse): boolean => status >= 200 && status < 300;

/** Returns the items in turn. */
export function roundRobin<T>(items: readonly T[]): () => T {
  let at = -1;
  return () => {
    const item = items[(at += 1) % items.length];
    if (item === undefined) throw new Error('nothing to choose from');
    return item;
  };
}

/** Builds the requests of a signed-in user's pages. */
export function requestBuilders({ anonKey }: MixedTarget) {
  const headersOf = (user: SignedInUser, prefer?: string) => ({
    apikey: anonKey,
    authorization: `Bearer ${user.accessToken}`,
    'x-forwarded-for': user.network,
    ...(prefer && { prefer }),
  });
  return {
    get: (user: SignedInUser, path: string, prefer?: string): HttpRequest => ({
      path,
      headers: headersOf(user, prefer),
    }),
    post: (user: SignedInUser, path: string, body: object, prefer?: string): HttpRequest => ({
      method: 'POST',
      path,
      headers: { ...headersOf(user, prefer), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  };
}
