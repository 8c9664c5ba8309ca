import type { HttpAnswer, HttpCall } from './http-client.ts';
import type { MixedTarget, People, Person } from './mixed-people.ts';
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

export type Ask = (kind: Kind, call: HttpCall) => Promise<HttpAnswer>;

/** Something a person does. Requests made before the first answer are planned for its start. */
export interface Action {
  /** Relative to the other actions of its role. */
  readonly weight: number;
  readonly requests: number;
  run(ask: Ask): Promise<unknown>;
}

/** The site under load. */
export interface Site {
  readonly target: MixedTarget;
  readonly people: People;
  /** The files that each page names. */
  readonly assets: ReadonlyMap<string, readonly string[]>;
  /** The ETag of the texts, which browsers revalidate. */
  readonly textsTag: string | undefined;
  readonly acknowledged: Acknowledged;
}

export const isDone = ({ status }: HttpAnswer): boolean => status >= 200 && status < 300;

/** Returns the items in turn. */
export function cycle<T>(items: readonly T[]): () => T {
  let at = -1;
  return () => {
    const item = items[(at += 1) % items.length];
    if (item === undefined) throw new Error('nothing to choose from');
    return item;
  };
}

/** The requests of a signed-in person's pages. */
export function callsOf({ anonKey }: MixedTarget) {
  const headersOf = (person: Person, prefer?: string) => ({
    apikey: anonKey,
    authorization: `Bearer ${person.accessToken}`,
    'x-forwarded-for': person.network,
    ...(prefer && { prefer }),
  });
  return {
    get: (person: Person, path: string, prefer?: string): HttpCall => ({
      path,
      headers: headersOf(person, prefer),
    }),
    post: (person: Person, path: string, body: object, prefer?: string): HttpCall => ({
      method: 'POST',
      path,
      headers: { ...headersOf(person, prefer), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  };
}
