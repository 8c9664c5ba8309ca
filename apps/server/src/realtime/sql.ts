import type { Identity } from '@bkksiam/domain/identity';
import type { CallerDatabase, Result, Row, Statement } from '../db/database.ts';
import { serviceIdentity } from '../http/identity.ts';
import type { ChangeFilter } from './change-filters.ts';

/** Conditions are evaluated with few rights and a short time for each change. */
const member: Identity = { role: 'authenticated', claims: { role: 'authenticated' } };
/** The statement that limits the time of each of those after it, in milliseconds. */
function limitTo(ms: number): Statement {
  return { text: `select set_config('statement_timeout', $1, true)`, values: [String(ms)] };
}

/** A regular expression may take long to compile. */
const subscribeMs = 1000;

/** A published table's change, as `realtime.server_changes` reads it. */
export interface ChangeRow {
  readonly id: number;
  readonly transactionId: string;
  readonly schema: string;
  readonly table: string;
  readonly type: 'INSERT' | 'UPDATE' | 'DELETE';
  readonly committedAt: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly record: Readonly<Record<string, unknown>> | null;
  readonly oldRecord: Readonly<Record<string, unknown>> | null;
  readonly isCut: boolean;
  readonly hasPolicies: boolean;
  /** The row's primary key; null without one. */
  readonly key: Readonly<Record<string, unknown>> | null;
  /** The columns each role may select. */
  readonly readable: Readonly<Record<Identity['role'], readonly string[]>>;
}

/** What a private channel permits, for broadcasts and presence apart. */
interface Permission {
  readonly reads: boolean;
  readonly writes: boolean;
}
export interface ChannelPermissions {
  readonly broadcast: Permission;
  readonly presence: Permission;
}

/** What filters are compared with. Of a deleted row nobody can be asked who saw it: with policies it is the key alone. */
function comparedOf({ record, oldRecord, hasPolicies, key }: ChangeRow) {
  return record ?? (hasPolicies ? key : oldRecord);
}

/** A message that SQL has sent. */
export interface SentMessage {
  readonly id: string;
  readonly topic: string;
  readonly isPrivate: boolean;
  readonly event: string;
  readonly payload: unknown;
  readonly bytes: Buffer | null;
}

interface Wanted {
  readonly schema: string;
  readonly table: string;
  readonly filters: readonly ChangeFilter[];
}

/**
 * Whether a transaction had been committed when the snapshot, `xmin:xmax:xip,...`, was taken. Ids of transactions stay below
 * 2^53 for millennia.
 */
function earlierThan(snapshot: string): (transaction: string) => boolean {
  const [xmin = '', xmax = '', running = ''] = snapshot.split(':');
  const inProgress = new Set(running.split(','));
  return (transaction) =>
    Number(transaction) < Number(xmin) ||
    (Number(transaction) < Number(xmax) && !inProgress.has(transaction));
}

function toChange(row: Row): ChangeRow {
  return {
    id: Number(row.id),
    transactionId: String(row.transaction_id),
    schema: String(row.schema_name),
    table: String(row.table_name),
    type: row.type as ChangeRow['type'],
    committedAt: String(row.commit_timestamp),
    columns: row.columns as ChangeRow['columns'],
    record: row.record as ChangeRow['record'],
    oldRecord: row.old_record as ChangeRow['oldRecord'],
    isCut: row.is_cut === true,
    hasPolicies: row.has_policies === true,
    key: row.key as ChangeRow['key'],
    readable: row.readable as ChangeRow['readable'],
  };
}

function toMessage(row: Row): SentMessage {
  return {
    id: String(row.id),
    topic: String(row.topic),
    isPrivate: row.private === true,
    event: typeof row.event === 'string' ? row.event : '',
    payload: row.payload,
    bytes: row.binary_payload as Buffer | null,
  };
}

const messageColumns = 'id, topic, private, event, payload, binary_payload';

/** The functions of `platform/0107_realtime.sql`, and the messages that SQL sends. */
export class RealtimeSql {
  readonly #database: Pick<CallerDatabase, 'asIdentity'>;

  constructor(database: Pick<CallerDatabase, 'asIdentity'>) {
    this.#database = database;
  }

  /** Watches the published tables; per subscription of the role its condition, or what is wrong with it. */
  async subscribe(role: Identity['role'], wanted: readonly Wanted[]) {
    const [, found] = await this.#all([
      limitTo(subscribeMs),
      {
        text: 'select * from realtime.server_subscribe($1, $2::jsonb) order by place',
        values: [role, JSON.stringify(wanted)],
      },
    ]);
    return (found?.rows ?? []).map(({ condition, problem, snapshot }) => ({
      condition: String(condition),
      problem: problem as string | null,
      isEarlier: earlierThan(String(snapshot)),
    }));
  }

  /** The changes of the transactions, or of the last minute, after one. */
  async changes(transactions: readonly string[] | null, after: number, limit: number) {
    const found = await this.#rows('select * from realtime.server_changes($1::text[], $2, $3)', [
      transactions,
      after,
      limit,
    ]);
    return found.map(toChange);
  }

  /** Per group of changes of one table, for each of its identities the places of the rows that it sees, from 1. */
  async visible(
    asked: readonly {
      readonly changes: readonly [ChangeRow, ...ChangeRow[]];
      readonly identities: readonly Identity[];
    }[],
  ): Promise<readonly (readonly (readonly number[])[])[]> {
    if (asked.length === 0) return [];
    const results = await this.#all(
      asked.map(({ changes, identities }) => ({
        text: 'select realtime.server_visible($1, $2, $3::jsonb, $4::text[], $5::text[]) as seen',
        values: [
          changes[0].schema,
          changes[0].table,
          JSON.stringify(changes.map(({ key }) => key)),
          identities.map(({ role }) => role),
          identities.map(({ claims }) => JSON.stringify(claims)),
        ],
      })),
    );
    return results.map(({ rows: [row] }) => row?.seen as readonly (readonly number[])[]);
  }

  /** Per change, which of the conditions hold. @throws {DatabaseError} when one fails, or a change takes more than `ms` */
  async matches(
    asked: readonly { readonly change: ChangeRow; readonly conditions: readonly string[] }[],
    ms: number,
  ): Promise<readonly (readonly boolean[])[]> {
    if (asked.length === 0) return [];
    const [, ...results] = await this.#all(
      [
        limitTo(ms),
        ...asked.map(({ change, conditions }) => ({
          text: 'select realtime.server_matches($1, $2, $3::jsonb, $4::text[]) as held',
          values: [
            change.schema,
            change.table,
            JSON.stringify(comparedOf(change)),
            [...conditions],
          ],
        })),
      ],
      member,
    );
    return results.map(({ rows: [row] }) => row?.held as readonly boolean[]);
  }

  async permissions(topic: string, { role, claims }: Identity): Promise<ChannelPermissions> {
    const found = await this.#rows('select * from realtime.server_authorize($1, $2, $3)', [
      topic,
      role,
      JSON.stringify(claims),
    ]);
    const of = (extension: string): Permission => {
      const row = found.find((one) => one.extension === extension);
      return { reads: row?.reads === true, writes: row?.writes === true };
    };
    return { broadcast: of('broadcast'), presence: of('presence') };
  }

  /** The messages with the ids, or those of the last minute. */
  async messages(ids: readonly string[] | null): Promise<readonly SentMessage[]> {
    const found = await this.#rows(
      `select ${messageColumns} from realtime.messages
      where extension = 'broadcast' and (id = any ($1::uuid[])
        or $1 is null and inserted_at > (now() at time zone 'UTC') - interval '1 minute')
      order by inserted_at`,
      [ids],
    );
    return found.map(toMessage);
  }

  /** The newest messages of a private channel since a time in milliseconds, oldest first. */
  async replay(topic: string, since: number, limit: number): Promise<readonly SentMessage[]> {
    const found = await this.#rows(
      `select ${messageColumns} from realtime.messages
      where extension = 'broadcast' and private and topic = $1
        and inserted_at > to_timestamp($2 / 1000.0) at time zone 'UTC'
      order by inserted_at desc limit $3`,
      [topic, since, limit],
    );
    return found.map(toMessage).reverse();
  }

  relay(server: string, messages: readonly object[]): Promise<unknown> {
    return this.#rows('select realtime.server_relay($1, $2::jsonb)', [
      server,
      JSON.stringify(messages),
    ]);
  }

  /** The relays of other servers with the ids, or of the last minute. */
  async relayed(server: string, ids: readonly string[] | null) {
    const found = await this.#rows('select * from realtime.server_relayed($1, $2::bigint[])', [
      server,
      ids,
    ]);
    return found.map(({ id, messages }) => ({ id: String(id), messages }));
  }

  /** How many other servers run. */
  async alive(server: string): Promise<number> {
    const [row] = await this.#rows('select realtime.server_alive($1) as others', [server]);
    return Number(row?.others ?? 0);
  }

  track(
    server: string,
    channel: number,
    topic: string,
    isPrivate: boolean,
    key: string,
    meta: object,
  ): Promise<unknown> {
    return this.#rows('select realtime.server_track($1, $2, $3, $4, $5, $6::jsonb)', [
      server,
      channel,
      topic,
      isPrivate,
      key,
      JSON.stringify(meta),
    ]);
  }

  untrack(server: string, channels: readonly number[]): Promise<unknown> {
    return this.#rows('select realtime.server_untrack($1, $2::bigint[])', [server, channels]);
  }

  async presences(topic: string, isPrivate: boolean) {
    const found = await this.#rows('select * from realtime.server_presences($1, $2)', [
      topic,
      isPrivate,
    ]);
    return found.map(({ key, meta }) => ({ key: String(key), meta: meta as PresenceMeta }));
  }

  stops(server: string): Promise<unknown> {
    return this.#rows('select realtime.server_stops($1)', [server]);
  }

  prune(): Promise<unknown> {
    return this.#rows('select realtime.server_prune()', []);
  }

  #all(statements: readonly Statement[], as = serviceIdentity): Promise<readonly Result[]> {
    return this.#database.asIdentity(as, statements);
  }

  async #rows(text: string, values: NonNullable<Statement['values']>): Promise<readonly Row[]> {
    return (await this.#all([{ text, values }]))[0]?.rows ?? [];
  }
}

/** What one presence says of itself, with its reference. */
export interface PresenceMeta {
  readonly phx_ref: string;
  readonly [name: string]: unknown;
}
