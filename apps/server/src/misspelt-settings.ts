/** Insertions, deletions, substitutions and swaps of neighbours that turn one text into the other. */
function editsBetween(a: string, b: string): number {
  // rows[i][j]: between the first i characters of `a` and the first j of `b`.
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  const at = (i: number, j: number): number => rows[i]?.[j] ?? Infinity;
  for (let i = 1; i <= a.length; i += 1) {
    rows[i] = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? at(i - 2, j - 2) + 1 : Infinity;
      rows[i]?.push(Math.min(replaced, swapped, at(i - 1, j) + 1, at(i, j - 1) + 1));
    }
  }
  return at(a.length, b.length);
}

/**
 * The variables of the environment that are no setting but are spelt almost like one, each with that setting. A short
 * name may differ by one edit, one from ten characters by two.
 */
export function misspeltSettings(
  env: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): readonly { readonly given: string; readonly meant: string }[] {
  return Object.keys(env)
    .filter((given) => !known.includes(given) && given.length <= 30)
    .flatMap((given) => {
      const limit = given.length < 10 ? 1 : 2;
      const meant = known.find((name) => editsBetween(given, name) <= limit);
      return meant === undefined ? [] : [{ given, meant }];
    });
}
