/** Why the database cannot be opened; `message` is one line the operator can act on and never holds a password. */
export class DatabaseSetupError extends Error {
  override readonly name = 'DatabaseSetupError';
}

/** The first line of what went wrong, also where Node hides it in an aggregate without a message. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return error.message.split('\n', 1)[0] ?? error.name;
}
