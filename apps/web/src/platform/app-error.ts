/** The codes of errors that pages handle by themselves, by the code of the service. */
const codes: ReadonlyMap<unknown, string> = new Map([
  // PostgreSQL's own code, and that of the data API's catalogue (spec §8).
  ['42P01', 'missing_table'],
  ['PGRST205', 'missing_table'],
  ['PGRST116', 'no_row'],
  ['23505', 'duplicate'],
  ['PT404', 'not_found'],
  ['PT409', 'conflict'],
]);

/** PostgreSQL's codes of overload: a statement that took too long, too many connections, a conflict of transactions. */
const passing = /^(57014|57P0[1-3]|53\d{3}|40001|40P01|PGRST00[0-3])$/;

interface AppErrorOptions {
  readonly code: string;
  readonly message: string;
  readonly reason?: string;
  readonly canRetry?: boolean;
  readonly cause?: unknown;
}

/** A failed request, in the one shape that queries, mutations and forms handle. */
export class AppError extends Error {
  override readonly name = 'AppError';
  /** The code of the service, such as `invalid_credentials`; `network` without a response, `aborted`, or empty. */
  readonly code: string;
  /** Why a function of the database refuses: the code that it gives as a hint, such as `hold_expired`; empty for other errors. */
  readonly reason: string;
  /** Whether the same request may succeed later. */
  readonly canRetry: boolean;

  constructor({ code, message, reason = '', canRetry = false, cause }: AppErrorOptions) {
    super(message, { cause });
    this.code = code;
    this.reason = reason;
    this.canRetry = canRetry;
  }
}

function property(error: unknown, name: string): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
}

function messageOf(error: unknown): string {
  const message = property(error, 'message');
  if (typeof message === 'string' && message !== '') return message;
  return typeof error === 'string' && error !== '' ? error : 'Unknown error';
}

/** Whether `fetch` failed. The data API's client puts the name of that error before its message. */
function isNetworkError(error: unknown): boolean {
  if (property(error, 'name') === 'AuthRetryableFetchError') return !property(error, 'status');
  return error instanceof TypeError || messageOf(error).startsWith('TypeError:');
}

function codeOf(error: unknown): string {
  if (property(error, 'name') === 'AbortError') return 'aborted';
  if (isNetworkError(error)) return 'network';
  // The client replaces the server's code by an error of its own.
  if (property(error, 'name') === 'AuthSessionMissingError') return 'session_not_found';
  const code = property(error, 'code');
  return codes.get(code) ?? (typeof code === 'string' ? code : '');
}

function reasonOf(error: unknown): string {
  const hint = property(error, 'hint');
  return typeof hint === 'string' && hint.startsWith('bkk.') ? hint.slice(4) : '';
}

/** An error of the Supabase client, of `fetch` or of any other call as an `AppError`, its message unchanged. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = codeOf(error);
  const status = Number(property(error, 'status'));
  const canRetry = code === 'network' || status === 429 || status >= 500 || passing.test(code);
  const [message, reason] = [messageOf(error), reasonOf(error)];
  return new AppError({ code, message, reason, canRetry, cause: error });
}
