import { distance } from 'fastest-levenshtein';

const lettersOf = (name: string): string => name.split('').sort().join('');

/**
 * The variables of the environment that are no setting but are spelt almost like one, each with that setting. A short
 * name may differ by one edit or in the order of its letters, one from ten characters by two edits.
 */
export function misspeltSettings(
  env: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): readonly { readonly given: string; readonly meant: string }[] {
  return Object.keys(env)
    .filter((given) => !known.includes(given))
    .flatMap((given) => {
      const limit = given.length < 10 ? 1 : 2;
      const meant = known.find(
        (name) => distance(given, name) <= limit || lettersOf(given) === lettersOf(name),
      );
      return meant === undefined ? [] : [{ given, meant }];
    });
}
