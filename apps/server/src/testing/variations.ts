/** Whether everything runs that `npm test` leaves to `npm run drill -- suite`. */
export const isWholeSuite = process.env.TEST_SCOPE === 'full';

/** The variations of one behaviour to test: the chosen one, and all of them in `npm run drill`. */
export function variations<T>(all: readonly T[], chosen: number): readonly T[] {
  return isWholeSuite ? all : all.slice(chosen, chosen + 1);
}

/** The number of random cases: `FUZZ_RUNS`, or all of them in `npm run drill`, or a quarter. */
export function fuzzRuns(all: number): number {
  return Number(process.env.FUZZ_RUNS ?? (isWholeSuite ? all : Math.ceil(all / 4)));
}
