import { expect, it } from 'vitest';
import { fromNearerEnd } from './list-query.ts';

const size = 2500;
const rows = Array.from({ length: size }, (_, index) => index);
const backwards = [...rows].reverse();

/** A list of 2,500 rows that records the last index of each read. */
function longList(counted = size) {
  const reached: number[] = [];
  const answer = (data: readonly number[] | null, count: number) =>
    Promise.resolve({ data, count });
  const read = fromNearerEnd<number>(
    () => answer(null, counted),
    (from, to, reversed) => {
      reached.push(to);
      return answer((reversed ? backwards : rows).slice(from, to + 1), size);
    },
  );
  return { read, reached };
}

it('reads the same rows from either end', async () => {
  const { read, reached } = longList();
  for (const from of [0, 20, 980, 1000, 1240, 1260, 1980, 2480, 2490, 2500]) {
    const { data, count } = await read(from, from + 19);
    expect(data).toEqual(rows.slice(from, from + 20));
    expect(count).toBe(size);
  }
  // An offset beyond the end is left to the database.
  expect(reached.pop()).toBe(2519);
  expect(Math.max(...reached)).toBeLessThan(1280);
});

it('reads again from the start when rows were inserted or deleted since the count', async () => {
  const { read, reached } = longList(size - 1);
  expect((await read(2480, 2499)).data).toEqual(rows.slice(2480));
  expect(reached.at(-1)).toBe(2499);
});
