/** The variations of one behaviour to test: the chosen one, and all of them in `npm run drill`. */
export function variations<T>(all: readonly T[], chosen: number): readonly T[] {
  return process.env.TEST_SCOPE === 'full' ? all : all.slice(chosen, chosen + 1);
}
