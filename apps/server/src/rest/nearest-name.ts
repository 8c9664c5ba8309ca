const leastLikeness = 0.33;

function pairsOf(name: string): ReadonlySet<string> {
  const padded = `-${name.toLowerCase()}-`;
  return new Set(Array.from(padded.slice(1), (_, index) => padded.slice(index, index + 2)));
}

/** Share of the pairs of neighbouring letters that two names have in common, 0 to 1. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let common = 0;
  for (const pair of one) if (other.has(pair)) common += 1;
  return (2 * common) / (one.size + other.size);
}

/** The candidate that a mistyped name most probably means; null when none is near. */
export function nearestName(name: string, candidates: Iterable<string>): string | null {
  const wanted = pairsOf(name);
  let nearest: string | null = null;
  let best = leastLikeness;
  for (const candidate of candidates) {
    const like = likeness(wanted, pairsOf(candidate));
    if (like > best) [nearest, best] = [candidate, like];
  }
  return nearest;
}
