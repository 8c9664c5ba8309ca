import type { PostgrestError } from '@supabase/supabase-js';

interface Answer<Row> {
  readonly data: readonly Row[] | null;
  readonly count: number | null;
  readonly error: PostgrestError | null;
}

// Up to here the database passes rows over faster than it answers a second call.
const nearRows = 1000;

/**
 * Reads rows of a long list from whichever end they are nearer to: the database walks past every row before the first it
 * gives, so that the last page of 200,000 costs as much as all pages together.
 *
 * @param count the same question for the number of rows alone
 * @param ask the rows from one index to another, both included, in the order or, `backwards`, in the opposite one
 */
export function fromNearerEnd<Row>(
  count: () => PromiseLike<Answer<unknown>>,
  ask: (from: number, to: number, backwards: boolean) => PromiseLike<Answer<Row>>,
): (from: number, to: number) => PromiseLike<Answer<Row>> {
  return async (from, to) => {
    if (from < nearRows) return ask(from, to, false);
    const total = (await count()).count ?? 0;
    if (from >= total || from < total / 2) return ask(from, to, false);
    const found = await ask(Math.max(0, total - 1 - to), total - 1 - from, true);
    // What came or went meanwhile has moved the rows.
    if (found.error !== null || found.count !== total) return ask(from, to, false);
    return { ...found, data: found.data && [...found.data].reverse() };
  };
}
