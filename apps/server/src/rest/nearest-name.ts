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
