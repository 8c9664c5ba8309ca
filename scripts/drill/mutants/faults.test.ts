import { expect, test } from 'vitest';
import { withFault, checkTest, readFaults } from './faults.ts';

const problemOf = (work: () => unknown): string[] => {
  try {
    work();
    return [];
  } catch (error) {
    return [String(error)];
  }
};

test('every fault fits its file once, and its test is there', () => {
  const faults = readFaults();
  expect(faults.length).toBeGreaterThanOrEqual(80);
  expect(
    faults.flatMap((fault) => [
      ...problemOf(() => withFault(fault)),
      ...problemOf(() => checkTest(fault)),
    ]),
  ).toEqual([]);
});
