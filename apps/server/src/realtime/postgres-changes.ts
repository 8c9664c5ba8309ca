import type { Identity } from '@bkksiam/domain/identity';
import { DatabaseError } from '../db/database.ts';
import { isPattern, type ChangeFilter } from './change-filters.ts';
import { NoticeQueue, SeenIds } from './notices.ts';
import type { ChangeRow, RealtimeSql } from './sql.ts';

/** One entry of a channel's `postgres_changes`. */
export interface WantedChange {
  /** What the entry is called in every message about it. */
  readonly id: number;
  /** `INSERT`, `UPDATE`, `DELETE` or `*`. */
  readonly event: string;
  readonly schema: string;
  readonly table: string;
  readonly filters: readonly ChangeFilter[];
  /** The columns of the messages, apart from the key; undefined for all. */
  readonly select?: readonly string[] | undefined;
}

/** A channel as the changes see it. */
export interface ChangesReceiver {
  readonly access: { readonly token: string; readonly identity: Identity };
  /** @param data the JSON text of the change */
  receiveChange(ids: readonly number[], data: string): void;
  /** The subscription has ended, because its filters failed or took too long. */
  refuseChanges(subscription: WantedChange): void;
}

interface Subscription extends WantedChange {
  readonly receiver: ChangesReceiver;
  readonly condition: string;
  readonly hasPattern: boolean;
  readonly isEarlier: (transaction: string) => boolean;
}

/** Transactions are read together, so that policies are asked once for many rows. */
const batchMs = 50;
const pageSize = 200;
/** Callers whose policies are asked in one statement. */
const askedAtOnce = 100;
/** How long all filters of a change may take, and one of them when that was not enough; milliseconds. */
const matchMs = { together: 8000, alone: 8000 };
const patternMs = { together: 500, alone: 100 };
/** Deliveries to subscriptions with patterns that may wait; then these subscriptions end. */
const maxWaitingWithPatterns = 100;

/** What a role may not know of a change at all; undefined for nothing. */
function problemOf({ key, readable, isCut }: ChangeRow, role: Identity['role']) {
  if (key === null) return 'Error 400: Bad Request, no primary key';
  if (!Object.keys(key).every((column) => readable[role].includes(column)))
    return 'Error 401: Unauthorized';
  return isCut ? 'Error 413: Payload Too Large' : undefined;
}

/** The JSON text of a change for a role and its choice of columns. */
function dataOf(change: ChangeRow, role: Identity['role'], select: WantedChange['select']): string {
  const { key, readable, type, hasPolicies } = change;
  const problem = problemOf(change, role);
  const isReadable = problem === undefined || change.isCut;
  const keyColumns = Object.keys(key ?? {});
  const shown = (column: string) =>
    isReadable &&
    readable[role].includes(column) &&
    (select === undefined || select.includes(column) || keyColumns.includes(column));
  const part = (row: Readonly<Record<string, unknown>> | null) =>
    Object.fromEntries(Object.entries(row ?? {}).filter(([column]) => shown(column)));
  // A deleted row can be asked for no permission: of it only the key is told.
  const former = hasPolicies && type === 'DELETE' ? key : change.oldRecord;
  return JSON.stringify({
    schema: change.schema,
    table: change.table,
    type,
    commit_timestamp: change.committedAt,
    columns: change.columns.filter(({ name }) => shown(name)),
    ...(type !== 'DELETE' && { record: part(change.record) }),
    ...(type !== 'INSERT' && { old_record: part(former) }),
    errors: problem === undefined ? null : [problem],
  });
}

/** Whether policies decide if the receiver gets the change; else it gets it, or what is wrong. */
function isAsked(change: ChangeRow, { access }: ChangesReceiver): boolean {
  const { type, hasPolicies } = change;
  const problem = problemOf(change, access.identity.role);
  return type !== 'DELETE' && hasPolicies && (problem === undefined || change.isCut);
}

/**
 * Whether the filters may be asked of the change. They may not ask for what the receiver cannot read: that a change arrives
 * would tell it.
 */
function mayFilter({ filters, receiver }: Subscription, change: ChangeRow): boolean {
  if (filters.length === 0) return true;
  const { role } = receiver.access.identity;
  if (!filters.every(({ column }) => change.readable[role].includes(column))) return false;
  return !change.hasPolicies || change.type === 'DELETE' || isAsked(change, receiver);
}

function concerns(subscription: Subscription, change: ChangeRow): boolean {
  const { event, schema, table, isEarlier } = subscription;
  return (
    !isEarlier(change.transactionId) &&
    (event === '*' || event === change.type) &&
    (schema === '*' || schema === change.schema) &&
    (table === '*' || table === change.table) &&
    mayFilter(subscription, change)
  );
}

interface Concerned {
  readonly change: ChangeRow;
  readonly subscriptions: readonly Subscription[];
}

/** A condition of a table: another table may have the same text. */
function keyOf({ schema, table }: ChangeRow, condition: string): string {
  return JSON.stringify([schema, table, condition]);
}

interface AskedConditions {
  readonly change: ChangeRow;
  readonly conditions: readonly string[];
}

/** The changes of each table with the callers who want any of them, so many at once. */
function groupsToAsk(matching: readonly Concerned[]) {
  const tables = new Map<string, { changes: ChangeRow[]; callers: Map<string, Identity> }>();
  for (const { change, subscriptions } of matching) {
    const asked = subscriptions.filter(({ receiver }) => isAsked(change, receiver));
    if (asked.length === 0) continue;
    const name = JSON.stringify([change.schema, change.table]);
    const table = tables.get(name) ?? { changes: [], callers: new Map<string, Identity>() };
    tables.set(name, table);
    table.changes.push(change);
    for (const { receiver } of asked)
      table.callers.set(receiver.access.token, receiver.access.identity);
  }
  return [...tables.values()].flatMap(({ changes: [first, ...rest], callers }) => {
    if (first === undefined) return [];
    const all = [...callers];
    return Array.from({ length: Math.ceil(all.length / askedAtOnce) }, (_, index) => {
      const part = all.slice(index * askedAtOnce, (index + 1) * askedAtOnce);
      return {
        changes: [first, ...rest] as const,
        tokens: part.map(([token]) => token),
        identities: part.map(([, identity]) => identity),
      };
    });
  });
}

/**
 * The changes of published tables. Each is read once, and goes to the subscribers whose filters it passes and whose
 * policies show them the row at that moment.
 */
export class PostgresChanges {
  readonly #sql: RealtimeSql;
  readonly #subscriptions = new Map<ChangesReceiver, readonly Subscription[]>();
  readonly #seen = new SeenIds();
  readonly #onFailure: (error: unknown) => void;
  /** The last delivery to subscriptions with patterns: they take longer, and nobody else waits for them. */
  #withPatterns = Promise.resolve();
  #waitingWithPatterns = 0;
  readonly notices: NoticeQueue;

  constructor(sql: RealtimeSql, onFailure: (error: unknown) => void) {
    this.#sql = sql;
    this.#onFailure = onFailure;
    this.notices = new NoticeQueue((ids) => this.#readTransactions(ids), onFailure, batchMs);
  }

  /** The text of what is wrong with an entry; else the receiver gets the changes from now on. */
  async subscribe(
    receiver: ChangesReceiver,
    wanted: readonly WantedChange[],
  ): Promise<string | undefined> {
    const found = await this.#sql.subscribe(receiver.access.identity.role, wanted);
    for (const [index, { problem }] of found.entries()) {
      const { event, schema, table } = wanted[index] ?? {};
      if (problem === null) continue;
      return problem === 'unpublished'
        ? `Please check Realtime is enabled for the given connect parameters: [event: ${event ?? ''}, schema: ${schema ?? ''}, table: ${table ?? ''}, filters: [], select: nil]`
        : `An exception happened so please check your connect parameters: ${problem}`;
    }
    this.#subscriptions.set(
      receiver,
      wanted.map((one, index) => ({
        ...one,
        receiver,
        condition: found[index]?.condition ?? '',
        hasPattern: one.filters.some(isPattern),
        isEarlier: found[index]?.isEarlier ?? (() => false),
      })),
    );
    return undefined;
  }

  remove(receiver: ChangesReceiver): void {
    this.#subscriptions.delete(receiver);
  }

  prune(): void {
    this.#seen.prune();
  }

  /** Takes what has been recorded so far as known. */
  async skipPresent(): Promise<void> {
    for (const { transactionId } of await this.#sql.changes(null, 0, 100_000))
      this.#seen.add(transactionId);
  }

  async #readTransactions(ids: readonly string[] | null): Promise<void> {
    const fresh = ids === null ? null : ids.filter((id) => this.#seen.add(id));
    if (fresh?.length === 0 || this.#subscriptions.size === 0) return;
    const known = new Set<string>();
    for (let after = 0, more = true; more;) {
      const page = await this.#sql.changes(fresh, after, pageSize);
      more = page.length === pageSize;
      after = page.at(-1)?.id ?? after;
      const news = page.filter(
        ({ transactionId: id }) => fresh !== null || known.has(id) || this.#seen.add(id),
      );
      for (const { transactionId } of news) known.add(transactionId);
      await this.#deliver(news);
    }
  }

  async #deliver(changes: readonly ChangeRow[]): Promise<void> {
    const all = [...this.#subscriptions.values()].flat();
    const concerned = changes.map((change) => ({
      change,
      subscriptions: all.filter((one) => concerns(one, change)),
    }));
    const those = (hasPattern: boolean) =>
      concerned
        .map(({ change, subscriptions }) => ({
          change,
          subscriptions: subscriptions.filter((one) => one.hasPattern === hasPattern),
        }))
        .filter(({ subscriptions }) => subscriptions.length > 0);
    this.#deliverWithPatterns(those(true));
    this.#send(await this.#visible(await this.#matching(those(false), matchMs)));
  }

  /** Policies come first: how long a pattern takes tells something of the row. */
  #deliverWithPatterns(concerned: readonly Concerned[]): void {
    if (concerned.length === 0) return;
    if (this.#waitingWithPatterns >= maxWaitingWithPatterns) {
      for (const { subscriptions } of concerned) for (const one of subscriptions) this.#end(one);
      return;
    }
    this.#waitingWithPatterns += 1;
    this.#withPatterns = this.#withPatterns
      .then(async () => this.#send(await this.#matching(await this.#visible(concerned), patternMs)))
      .catch(this.#onFailure)
      .finally(() => (this.#waitingWithPatterns -= 1));
  }

  /** Leaves the subscriptions whose filters the change passes, and ends those whose filters cannot be asked. */
  async #matching(concerned: readonly Concerned[], limit: typeof matchMs) {
    const asked = concerned
      .map(({ change, subscriptions }) => ({
        change,
        conditions: [...new Set(subscriptions.map(({ condition }) => condition))].filter(Boolean),
      }))
      .filter(({ conditions }) => conditions.length > 0);
    const { held, failed } = await this.#ask(asked, limit);
    return concerned.map(({ change, subscriptions }) => ({
      change,
      subscriptions: subscriptions.filter((one) => {
        const { condition } = one;
        if (failed.has(keyOf(change, condition))) this.#end(one);
        return condition === '' || held.get(change)?.has(condition) === true;
      }),
    }));
  }

  /** Which conditions hold. If they cannot be asked together, each is asked alone. */
  async #ask(asked: readonly AskedConditions[], limit: typeof matchMs) {
    const held = new Map(asked.map(({ change }) => [change, new Set<string>()]));
    const failed = new Set<string>();
    const note = async (part: readonly AskedConditions[], ms: number): Promise<void> => {
      const answers = await this.#sql.matches(part, ms);
      for (const [index, { change, conditions }] of part.entries())
        for (const [place, condition] of conditions.entries())
          if (answers[index]?.[place] === true) held.get(change)?.add(condition);
    };
    try {
      await note(asked, limit.together);
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      const parts = new Map<string, AskedConditions[]>();
      for (const { change, conditions } of asked)
        for (const condition of conditions) {
          const key = keyOf(change, condition);
          parts.set(key, [...(parts.get(key) ?? []), { change, conditions: [condition] }]);
        }
      for (const [key, part] of parts)
        await note(part, limit.alone).catch((reason: unknown) => {
          if (!(reason instanceof DatabaseError)) throw reason;
          failed.add(key);
        });
    }
    return { held, failed };
  }

  /** Ends one subscription, if it has not ended yet, and tells its receiver. */
  #end(subscription: Subscription): void {
    const { receiver } = subscription;
    const present = this.#subscriptions.get(receiver);
    if (present?.includes(subscription) !== true) return;
    this.#subscriptions.set(
      receiver,
      present.filter((one) => one !== subscription),
    );
    receiver.refuseChanges(subscription);
  }

  /** Leaves the subscriptions whose callers see the row. */
  async #visible(matching: readonly Concerned[]): Promise<readonly Concerned[]> {
    const asked = groupsToAsk(matching);
    const answers = await this.#sql.visible(asked);
    const seen = new Set<string>();
    for (const [index, { changes, tokens }] of asked.entries())
      for (const [caller, places] of (answers[index] ?? []).entries())
        for (const place of places)
          seen.add(`${String(changes[place - 1]?.id)} ${tokens[caller] ?? ''}`);
    return matching.map(({ change, subscriptions }) => ({
      change,
      subscriptions: subscriptions.filter(
        ({ receiver }) =>
          !isAsked(change, receiver) || seen.has(`${String(change.id)} ${receiver.access.token}`),
      ),
    }));
  }

  #send(passed: readonly Concerned[]): void {
    for (const { change, subscriptions } of passed) this.#sendTo(subscriptions, change);
  }

  #sendTo(subscriptions: readonly Subscription[], change: ChangeRow): void {
    const texts = new Map<string, string>();
    const ofReceiver = new Map<ChangesReceiver, Map<string, number[]>>();
    for (const { receiver, select, id } of subscriptions) {
      const { role } = receiver.access.identity;
      const kind = JSON.stringify([role, select]);
      if (!texts.has(kind)) texts.set(kind, dataOf(change, role, select));
      const kinds = ofReceiver.get(receiver) ?? new Map<string, number[]>();
      ofReceiver.set(receiver, kinds.set(kind, [...(kinds.get(kind) ?? []), id]));
    }
    for (const [receiver, kinds] of ofReceiver) {
      // It may have left while the policies were asked.
      if (!this.#subscriptions.has(receiver)) continue;
      for (const [kind, ids] of kinds) receiver.receiveChange(ids, texts.get(kind) ?? '');
    }
  }
}
