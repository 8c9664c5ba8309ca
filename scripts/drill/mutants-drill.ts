import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder, type Drill } from './drill.ts';
import { folderOf, readFaults, type Fault } from './mutants/faults.ts';
import { Lane, type Outcome } from './mutants/lane.ts';

const laneCount = 2;

/** A part of the file or test of the faults that run. */
const wanted = process.env.MUTANTS ?? '';
/** `off` runs the tests of the faults on the unchanged tree, where they have to pass. */
const isApplied = process.env.MUTANTS_APPLIED !== 'off';

function tableOf(outcomes: ReadonlyMap<Fault, Outcome>): string {
  const folders = new Map<string, { caught: number; total: number }>();
  for (const [fault, { result }] of outcomes) {
    const { caught, total } = folders.get(folderOf(fault)) ?? { caught: 0, total: 0 };
    folders.set(folderOf(fault), {
      caught: caught + Number(result === 'caught'),
      total: total + 1,
    });
  }
  const lines = [...folders]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, { caught, total }]) => `  ${name.padEnd(30)} ${String(caught)}/${String(total)}`);
  return ['caught by folder:', ...lines].join('\n');
}

async function runFaults(folder: string): Promise<string> {
  // PostgreSQL may run as another account.
  chmodSync(folder, 0o711);
  const faults = readFaults().filter(({ file, test }) => `${file} ${test}`.includes(wanted));
  const outcomes = new Map<Fault, Outcome>();
  // Journeys take longest, so the two lanes begin with them.
  const waiting = faults
    .toSorted(
      (one, other) => Number(other.test.startsWith('e2e/')) - Number(one.test.startsWith('e2e/')),
    )
    .values();
  const runLane = async (number: number): Promise<void> => {
    const lane = new Lane(join(folder, String(number)));
    for (const fault of waiting) {
      const began = performance.now();
      const outcome = await lane.run(fault, isApplied);
      outcomes.set(fault, outcome);
      const { result, details } = outcome;
      const seconds = ((performance.now() - began) / 1000).toFixed(1).padStart(5);
      const label = result === 'survived' ? 'SURVIVED' : result;
      console.log(
        `  ${label.padEnd(9)} ${seconds} s  ${fault.file}: ${fault.search.trim().split('\n', 1)[0] ?? ''}`,
      );
      if (result === 'error') console.log(details);
    }
  };
  await Promise.all(Array.from({ length: laneCount }, (_, number) => runLane(number)));
  const expected = isApplied ? 'caught' : 'survived';
  const missed = [...outcomes.values()].filter(({ result }) => result !== expected).length;
  const table = tableOf(outcomes);
  if (missed > 0) throw new Error(`${String(missed)} faults were not ${expected}; ${table}`);
  return `${String(faults.length)} faults ${expected}; ${table}`;
}

export const mutantDrills: readonly Drill[] = [
  {
    name: 'mutants: each fault of the list fails a test that npm test runs',
    run: () => inFolder(runFaults),
  },
];
