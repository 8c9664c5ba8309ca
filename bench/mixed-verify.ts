import { HttpClient, type HttpRequest } from './http-client.ts';
import { tokenRequest, type MixedTarget, type SignedInUser } from './mixed-users.ts';

const valuesPerRequest = 50;

const claimsOf = (token: string): { readonly session_id: string } =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
    session_id: string;
  };

/** Writes that the server has acknowledged, with the keys that look them up. */
export class Acknowledged {
  /** Access tokens of sign-ins. */
  readonly sessions: string[] = [];
  /** Sessions of login logs. */
  readonly logs: string[] = [];
  /** Members with the number of their last acknowledged change. */
  readonly profiles = new Map<SignedInUser, number>();
  /** Quote requests with their new status. */
  readonly moves: { readonly id: string; readonly to: string }[] = [];
  readonly news: string[] = [];
  readonly refreshes = new Map<SignedInUser, string>();
  /** All writes, by kind. */
  total = 0;

  signedIn(user: SignedInUser): void {
    this.total += 1;
    this.sessions.push(user.accessToken);
    this.refreshes.set(user, user.refreshToken);
  }

  refreshed(user: SignedInUser): void {
    this.total += 1;
    this.refreshes.set(user, user.refreshToken);
  }

  logged(accessToken: string): void {
    this.total += 1;
    this.logs.push(claimsOf(accessToken).session_id);
  }

  changed(user: SignedInUser): void {
    this.total += 1;
    this.profiles.set(user, user.changes);
  }

  moved(id: string, to: string): void {
    this.total += 1;
    this.moves.push({ id, to });
  }

  published(id: string): void {
    this.total += 1;
    this.news.push(id);
  }
}

/** Acknowledged and found rows of one kind. */
export interface Found {
  readonly acknowledged: number;
  readonly found: number;
}

type Row = Readonly<Record<string, unknown>>;

/** Looks up the rows that a load has written. */
class Lookup {
  readonly #client: HttpClient;
  readonly #target: MixedTarget;

  constructor(client: HttpClient, target: MixedTarget) {
    this.#client = client;
    this.#target = target;
  }

  /** Counts the requests that get 200. */
  async count(calls: readonly HttpRequest[]): Promise<number> {
    let found = 0;
    for (const call of calls) {
      if ((await this.#client.send(call)).status === 200) found += 1;
    }
    return found;
  }

  get(token: string, path: string): HttpRequest {
    const headers = { apikey: this.#target.anonKey, authorization: `Bearer ${token}` };
    return { path, headers };
  }

  /** The rows with one of these values in a column, by the service key. */
  async rows(path: string, column: string, values: readonly string[]): Promise<readonly Row[]> {
    const rows: Row[] = [];
    for (let from = 0; from < values.length; from += valuesPerRequest) {
      const some = values.slice(from, from + valuesPerRequest).join(',');
      const query = `/rest/v1/${path}&${column}=in.(${some})`;
      const call = this.get(this.#target.serviceKey, query);
      const { status, body } = await this.#client.send(call);
      if (status !== 200) throw new Error(`${path}: ${String(status)} ${body}`);
      rows.push(...(JSON.parse(body) as Row[]));
    }
    return rows;
  }
}

/** The stored change is the last acknowledged one, or a later one whose response was lost. */
function isKept(name: unknown, acknowledged: number, sent: number): boolean {
  const stored = Number(String(name).replace('change ', ''));
  return stored >= acknowledged && stored <= sent;
}

/**
 * Looks up every acknowledged write. Profiles and refresh tokens count once per member: a write replaces the previous one.
 */
export async function verify(
  target: MixedTarget,
  written: Acknowledged,
): Promise<Readonly<Record<string, Found>>> {
  const client = new HttpClient(target.url);
  const lookup = new Lookup(client, target);
  try {
    const ids = [...new Set(written.moves.map(({ id }) => id))];
    const log = 'bkk_change_log?select=row_id,after&table_name=eq.bkk_quote_requests';
    const changes = await lookup.rows(log, 'row_id', ids);
    const moved = new Set(
      changes.map(
        ({ row_id: id, after }) => `${String(id)} ${(after as { status: string }).status}`,
      ),
    );
    const logs = await lookup.rows('bkk_login_logs?select=session_id', 'session_id', written.logs);
    const news = await lookup.rows('bkk_airline_news?select=id', 'id', written.news);
    const profiles = await lookup.rows(
      'bkk_user_profiles?select=user_id,full_name',
      'user_id',
      [...written.profiles.keys()].map(({ id }) => id),
    );
    const names = new Map(profiles.map((row) => [row.user_id, row.full_name]));
    const sessions = written.sessions.map((token) => lookup.get(token, '/auth/v1/user'));
    const refreshes = [...written.refreshes].map(([{ network }, token]) =>
      tokenRequest(target, 'refresh_token', network, { refresh_token: token }),
    );
    const found = (acknowledged: number, count: number): Found => ({ acknowledged, found: count });
    return {
      'status changes': found(
        written.moves.length,
        written.moves.filter(({ id, to }) => moved.has(`${id} ${to}`)).length,
      ),
      'login logs': found(written.logs.length, logs.length),
      news: found(written.news.length, news.length),
      profiles: found(
        written.profiles.size,
        [...written.profiles].filter(([{ id, changes: sent }, last]) =>
          isKept(names.get(id), last, sent),
        ).length,
      ),
      sessions: found(sessions.length, await lookup.count(sessions)),
      'refresh tokens': found(refreshes.length, await lookup.count(refreshes)),
    };
  } finally {
    client.close();
  }
}
