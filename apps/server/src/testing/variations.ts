import { TestRunner } from 'vitest';

/** Whether everything runs that `npm test` leaves to `npm run drill -- suite`. */
export const isWholeSuite = process.env.TEST_SCOPE === 'full';

/** The variations of one behaviour to test: the chosen one, and all of them in `npm run drill`. */
export function variations<T>(all: readonly T[], chosen: number): readonly T[] {
  return isWholeSuite ? all : all.slice(chosen, chosen + 1);
}

/** Every fourth of many that are alike, and all of them in `npm run drill`. */
export const sampleOf = <T>(all: readonly T[]): readonly T[] =>
  isWholeSuite ? all : all.filter((_, index) => index % 4 === 0);

/** The number of random cases: `FUZZ_RUNS`, or all of them in `npm run drill`, or a quarter. */
export function fuzzRuns(all: number): number {
  return Number(process.env.FUZZ_RUNS ?? (isWholeSuite ? all : Math.ceil(all / 4)));
}

/** Leaves the rest of a test to `npm run drill -- suite`: a variant, or a long way on which no money and no permission depends. */
export function onlyInWholeSuite(): void {
  if (!isWholeSuite) TestRunner.getCurrentTest()?.context.skip();
}
