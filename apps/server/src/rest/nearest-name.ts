import { distance } from 'fastest-levenshtein';

const minSimilarity = 0.33;

function pairsOf(name: string): ReadonlySet<string> {
  const padded = `-${name.toLowerCase()}-`;
  return new Set(Array.from(padded.slice(1), (_, index) => padded.slice(index, index + 2)));
}

/** Dice coefficient of the two names' character bigrams, 0 to 1. */
function similarity(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let common = 0;
  for (const pair of one) if (other.has(pair)) common += 1;
  return (2 * common) / (one.size + other.size);
}

/** The candidate most similar to a mistyped name; null when none is similar enough. */
export function nearestName(name: string, candidates: Iterable<string>): string | null {
  const wanted = pairsOf(name);
  let nearest: string | null = null;
  let best = minSimilarity;
  for (const candidate of candidates) {
    const like = similarity(wanted, pairsOf(candidate));
    if (like > best) [nearest, best] = [candidate, like];
  }
  return nearest;
}

/** PostgreSQL's bound on the edits between a mistyped column and the one of its hint. */
const maxEdits = 3;

/**
 * The columns of PostgreSQL's hint for a mistyped one: the nearest of at most three edits and half of the name's bytes.
 * Where more than two are equally near, PostgreSQL names none.
 */
export function nearestColumns(name: string, columns: readonly string[]): readonly string[] {
  const most = Math.min(maxEdits, Math.floor(Buffer.byteLength(name) / 2));
  const near = columns
    .filter((column) => Math.abs(column.length - name.length) <= most)
    .map((column) => ({ column, edits: distance(column, name) }));
  const fewest = Math.min(most, ...near.map(({ edits }) => edits));
  const nearest = near.filter(({ edits }) => edits === fewest);
  return nearest.length > 2 ? [] : nearest.map(({ column }) => column);
}
