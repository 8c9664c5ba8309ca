/** The kinds of errors of data calls that pages treat differently. */
type ErrorKind = 'missing-table' | 'no-row' | 'duplicate';

// 42P01 is PostgreSQL's own answer, PGRST205 that of the data API's catalogue (spec §8).
const kinds: ReadonlyMap<unknown, ErrorKind> = new Map([
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

/** The kind of an error of the Supabase client; undefined for any other error. */
export function errorKind(error: unknown): ErrorKind | undefined {
  return kinds.get(property(error, 'code'));
}
