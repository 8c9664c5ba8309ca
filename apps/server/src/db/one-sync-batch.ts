import pg from 'pg';
import type { Connection, FieldDef, Submittable } from 'pg';
import { answerTimer, type Waiting } from './answer-timer.ts';
import {
  DatabaseError,
  DatabaseUnavailable,
  type Result,
  type Row,
  type Statement,
} from './database.ts';
import type { PreparedStatements } from './prepared-statements.ts';
import { decoderFor, encodeValue } from './sql-values.ts';

/** One statement of a batch; without a key it is sent unnamed. */
export interface BatchStep {
  readonly statement: Statement;
  readonly key?: string;
}

export interface StepResult extends Result {
  /** The command tag, such as `INSERT 0 1` or `ROLLBACK`. */
  readonly tag: string;
}

/** How long a batch waits for its results before it destroys the connection. */
export interface AnswerLimit {
  readonly ms: number;
  /** Asked at the limit whether to wait once more; for statements without a timeout. */
  readonly mayWait?: () => Promise<boolean>;
}

interface EncodedStep {
  readonly text: string;
  readonly values: (string | Buffer | null)[];
  readonly key: string | undefined;
}

interface Column {
  readonly name: string;
  readonly decode: (text: string) => unknown;
}

interface Parsing {
  readonly key: string;
  readonly name: string;
}

/** The batch that runs on a connection. */
interface Progress {
  batch: OneSyncBatch | undefined;
}

/** SQLSTATEs of an unavailable server, as opposed to an error of the statement. */
const unavailable = new Set(['57P01', '57P02', '57P03', '53300', '25P03', '57P05']);

/** SQLSTATEs of a stored plan that is older than a schema change; parsing the statement again may succeed. */
const staleCodes = new Set(['0A000', '26000', '42883', '42804']);

/**
 * A statement that was prepared earlier could not be planned again, so the schema has changed. An error of a statement
 * that is parsed now, or while it is executed, is none: callers provoke it at will.
 */
export class StalePlan extends DatabaseError {}

/**
 * To the error of a constraint PostgreSQL adds the row or key, if the role may read it. In a function that role may be the
 * function's owner instead of the caller, so these details are dropped; those of a RAISE are the function's own.
 */
function detailOf({ code = '', detail, where, routine }: pg.DatabaseError): string | null {
  const isOfConstraint = /^(?:23|44)/.test(code) && routine !== 'exec_stmt_raise';
  return isOfConstraint && where !== undefined ? null : (detail ?? null);
}

/** Converts an error of `pg` into the error classes of the database interface. */
function toDatabaseFailure(error: Error): DatabaseError | DatabaseUnavailable {
  if (!(error instanceof pg.DatabaseError) || error.code === undefined)
    return new DatabaseUnavailable(error.message, { cause: error });
  if (unavailable.has(error.code) || error.code.startsWith('08'))
    return new DatabaseUnavailable(error.message, { cause: error });
  return new DatabaseError(error.message, {
    code: error.code,
    detail: detailOf(error),
    hint: error.hint ?? null,
    constraint: error.constraint ?? null,
  });
}

function countOf(tag: string): number {
  const count = Number(tag.slice(tag.lastIndexOf(' ') + 1));
  return Number.isNaN(count) ? 0 : count;
}

/**
 * Sends Parse, Bind, Describe and Execute for each statement and a single Sync: one round trip and, outside an explicit
 * transaction, one implicit transaction. PostgreSQL finishes each Execute before the next Parse, so a role set by the
 * first statement applies when the second is planned. The `Connection` methods are those any `Submittable` uses, such
 * as pg-cursor; decision 0019 explains why `pipeline: true` does not replace them.
 */
export class OneSyncBatch implements Submittable {
  static readonly #progressOf = new WeakMap<Connection, Progress>();

  readonly done: Promise<readonly StepResult[]>;
  readonly #steps: readonly EncodedStep[];
  readonly #prepared: PreparedStatements;
  readonly #limit: AnswerLimit;
  readonly #results: StepResult[] = [];
  readonly #parsing: (Parsing | undefined)[] = [];
  /** For each step, whether it uses a statement that an earlier batch prepared. */
  readonly #reuses: boolean[] = [];
  #parsed = 0;
  #bound = 0;
  #columns: readonly Column[] = [];
  #rows: Row[] = [];
  #failure: Error | undefined;
  #resolve: (results: readonly StepResult[]) => void = () => undefined;
  #reject: (error: Error) => void = () => undefined;
  #progress: Progress | undefined;
  #waiting: Waiting | undefined;
  #isOver = false;

  constructor(steps: readonly BatchStep[], prepared: PreparedStatements, limit: AnswerLimit) {
    // A value that cannot be encoded throws here, before anything is sent.
    this.#steps = steps.map(({ statement, key }) => ({
      text: statement.text,
      values: (statement.values ?? []).map(encodeValue),
      key,
    }));
    this.#prepared = prepared;
    this.#limit = limit;
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  submit(connection: Connection): void {
    connection.stream.cork();
    for (const name of this.#prepared.takeClosing()) connection.close({ type: 'S', name }, true);
    const names = new Set<string>();
    for (const step of this.#steps) this.#send(connection, step, names);
    connection.sync();
    connection.stream.uncork();
    this.#startTimer(connection);
    this.#watchProgress(connection);
  }

  #send(connection: Connection, { text, values, key }: EncodedStep, names: Set<string>): void {
    const { name, parse } =
      key === undefined ? { name: '', parse: true } : this.#prepared.plan(key, names);
    this.#reuses.push(!parse && !names.has(name));
    if (parse) {
      connection.parse({ name, text, types: [] }, true);
      names.add(name);
      this.#parsing.push(key === undefined || name === '' ? undefined : { key, name });
    }
    connection.bind({ statement: name, values }, true);
    connection.describe({ type: 'P', name: '' }, true);
    connection.execute({ portal: '' }, true);
  }

  /** A host that has vanished sends no error: the system keeps trying for a quarter of an hour. */
  #startTimer(connection: Connection): void {
    if (this.#isOver) return;
    const onLimit = async (): Promise<void> => {
      if (!this.#isOver && (await this.#limit.mayWait?.()) === true) this.#startTimer(connection);
      else this.#giveUp(connection);
    };
    this.#waiting = { onLimit: () => void onLimit() };
    answerTimer.start(this.#waiting, this.#limit.ms);
  }

  #giveUp(connection: Connection): void {
    if (!this.#isOver) connection.stream.destroy(new Error('the database server does not answer'));
  }

  #finish(): void {
    this.#isOver = true;
    if (this.#waiting !== undefined) answerTimer.stop(this.#waiting);
    // An idle connection would hold the results.
    if (this.#progress !== undefined) this.#progress.batch = undefined;
  }

  /**
   * `pg` does not forward these messages to a custom query. Listeners stay with the connection: to add and remove them for
   * each batch took a twentieth of a read's time.
   */
  #watchProgress(connection: Connection): void {
    let progress = OneSyncBatch.#progressOf.get(connection);
    if (progress === undefined) {
      const made: Progress = { batch: undefined };
      connection.on('parseComplete', () => made.batch?.handleParseComplete());
      connection.on('bindComplete', () => made.batch?.handleBindComplete());
      OneSyncBatch.#progressOf.set(connection, made);
      progress = made;
    }
    progress.batch = this;
    this.#progress = progress;
  }

  handleParseComplete(): void {
    const parsing = this.#parsing[this.#parsed];
    this.#parsed += 1;
    if (parsing !== undefined) this.#prepared.confirm(parsing.key, parsing.name);
  }

  handleBindComplete(): void {
    this.#bound += 1;
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({
      name,
      decode: decoderFor(dataTypeID),
    }));
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    if (this.#failure !== undefined) return;
    try {
      const row: Row = {};
      this.#columns.forEach(({ name, decode }, index) => {
        const text = fields[index] ?? null;
        row[name] = text === null ? null : decode(text);
      });
      this.#rows.push(row);
    } catch (error) {
      this.#failure = error instanceof Error ? error : new Error(String(error));
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#results.push({ rows: this.#rows, rowCount: countOf(text), tag: text });
    this.#rows = [];
    this.#columns = [];
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  /** `pg` drops the query on an error, so ReadyForQuery never arrives: the promise is rejected here. */
  handleError(error: Error): void {
    this.#finish();
    const failure = toDatabaseFailure(error);
    this.#reject(this.#isStale(failure) ? new StalePlan(failure.message, failure) : failure);
  }

  #isStale(failure: DatabaseError | DatabaseUnavailable): failure is DatabaseError {
    const step = this.#results.length;
    const failedToBind = this.#reuses[step] === true && this.#bound === step;
    return failedToBind && failure instanceof DatabaseError && staleCodes.has(failure.code);
  }

  handleReadyForQuery(): void {
    this.#finish();
    if (this.#failure === undefined) this.#resolve(this.#results);
    else this.#reject(this.#failure);
  }

  handleCopyInResponse(connection: { sendCopyFail(message: string): void }): void {
    connection.sendCopyFail('COPY is not part of a batch');
  }

  handleCopyData(): void {
    this.#failure = new Error('COPY is not part of a batch');
  }
}
