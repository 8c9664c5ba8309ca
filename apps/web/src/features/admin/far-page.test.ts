import { expect, it } from 'vitest';
import { fromNearerEnd } from './far-page.ts';

const size = 2500;
const rows = Array.from({ length: size }, (_, index) => index);
const backwards = [...rows].reverse();

/** A list of 2,500 rows that notes how far into it each call has gone. */
function longList(counted = size) {
  const reached: number[] = [];
  const answer = (data: readonly number[] | null, count: number) =>
    Promise.resolve({ data, count, error: null });
  const read = fromNearerEnd<number>(
    () => answer(null, counted),
    (from, to, reversed) => {
      reached.push(to);
      return answer((reversed ? backwards : rows).slice(from, to + 1), size);
    },
  );
  return { read, reached };
}

it('gives the rows that were asked for, whichever end they are read from', async () => {
  const { read, reached } = longList();
  for (const from of [0, 20, 980, 1000, 1240, 1260, 1980, 2480, 2490, 2500]) {
    const { data, count } = await read(from, from + 19);
    expect(data).toEqual(rows.slice(from, from + 20));
    expect(count).toBe(size);
  }
  // From the end on there is nothing, which is for the list itself to say.
  expect(reached.pop()).toBe(2519);
  expect(Math.max(...reached)).toBeLessThan(1280);
});

it('reads them once more from the start when rows have come or gone meanwhile', async () => {
  const { read, reached } = longList(size - 1);
  expect((await read(2480, 2499)).data).toEqual(rows.slice(2480));
  expect(reached.at(-1)).toBe(2499);
});
