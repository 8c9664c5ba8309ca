/** The kinds of errors of data calls that pages treat differently. */
export type BackendError =
  | { readonly kind: 'missing-table' }
  | { readonly kind: 'no-row' }
  | { readonly kind: 'duplicate' }
  | { readonly kind: 'other'; readonly message: string };

// 42P01 is PostgreSQL's own answer, PGRST205 that of the data API's catalogue (spec §8).
const kinds: ReadonlyMap<unknown, 'missing-table' | 'no-row' | 'duplicate'> = new Map([
  ['42P01', 'missing-table'],
  ['PGRST205', 'missing-table'],
  ['PGRST116', 'no-row'],
  ['23505', 'duplicate'],
]);

function property(error: unknown, name: string): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
}

/** The message of a thrown value or an error response. */
export function messageOf(error: unknown): string {
  const message = property(error, 'message');
  if (typeof message === 'string' && message !== '') return message;
  return typeof error === 'string' ? error : 'Unknown error';
}

/** Classifies an error of the Supabase client. */
export function backendError(error: unknown): BackendError {
  const kind = kinds.get(property(error, 'code'));
  return kind === undefined ? { kind: 'other', message: messageOf(error) } : { kind };
}
