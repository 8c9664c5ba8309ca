/** What runs a test: the rules alone, the server, a screen in jsdom, or the browser. */
export type TestKind = 'unit' | 'server' | 'screen' | 'journey';

/** The time of one test file, or of one journey, in seconds. */
export interface TestTime {
  readonly kind: TestKind;
  /** The project of Vitest; empty for a journey. */
  readonly project: string;
  /** Relative to the repository; a journey's has its line and title too. */
  readonly name: string;
  readonly seconds: number;
  /** Imports and `beforeAll`, and the environment of an isolated file. A journey's are part of `tests`. */
  readonly setUp: number;
  readonly tests: number;
  /** `afterAll`. */
  readonly tearDown: number;
}

/** The contents of `test-results/times.json`. */
export interface TestTimes {
  /** Of the whole run of `npm test`. */
  readonly seconds: number;
  /** Of each static check and each runner. They overlap: two checks run at once. */
  readonly steps: Readonly<Record<string, number>>;
  /** Dearest first. */
  readonly files: readonly TestTime[];
}

/** Seconds that a file of each kind, or a journey, may take on two cores. Nothing fails above them. */
export const budgets: Readonly<Record<TestKind, number>> = {
  unit: 4,
  server: 10,
  screen: 10,
  journey: 15,
};

const shownFiles = 20;

const formatLine = ({ kind, project, name, seconds, setUp, tearDown }: TestTime): string => {
  const parts =
    kind === 'journey' ? '' : ` (set-up ${setUp.toFixed(1)}, tear-down ${tearDown.toFixed(1)})`;
  return `${seconds.toFixed(1).padStart(7)} s  ${[project, name].filter(Boolean).join(' › ')}${parts}`;
};

/** Sorts by time, dearest first. */
export const byTime = (times: readonly TestTime[]): readonly TestTime[] =>
  [...times].sort((one, other) => other.seconds - one.seconds);

/** The dearest files and journeys, a line each. */
export function formatDearest(times: readonly TestTime[]): string {
  return ['The dearest:', ...byTime(times).slice(0, shownFiles).map(formatLine)].join('\n');
}

/** The files and journeys above the budget of their kind, a line each. */
export const overBudget = (times: readonly TestTime[]): readonly string[] =>
  byTime(times)
    .filter(({ kind, seconds }) => seconds > budgets[kind])
    .map((time) => `${formatLine(time)}, ${time.kind}: ${String(budgets[time.kind])} s`);
