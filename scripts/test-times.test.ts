import { expect, it } from 'vitest';
import { budgets, formatDearest, overBudget, type TestTime } from './test-times.ts';

const file = (name: string, seconds: number, kind: TestTime['kind'] = 'server'): TestTime => ({
  kind,
  project: kind === 'journey' ? '' : kind,
  name,
  seconds,
  setUp: seconds / 2,
  tests: seconds / 2,
  tearDown: 0,
});

it('lists the twenty dearest files, dearest first, with set-up and tear-down apart', () => {
  const files = Array.from({ length: 30 }, (_, index) => file(`${String(index)}.test.ts`, index));
  const [title, ...lines] = formatDearest(files).split('\n');
  expect(title).toBe('The dearest:');
  expect(lines).toHaveLength(20);
  expect(lines[0]).toBe('   29.0 s  server › 29.test.ts (set-up 14.5, tear-down 0.0)');
  expect(lines[19]).toContain('10.test.ts');
});

it('names what is over the budget of its kind', () => {
  const { server, journey } = budgets;
  expect(
    overBudget([
      file('a.test.ts', server),
      file('b.test.ts', server + 1),
      file('c.spec.ts:3 › opens', journey + 1, 'journey'),
    ]),
  ).toEqual([
    `   ${(journey + 1).toFixed(1)} s  c.spec.ts:3 › opens, journey: ${String(journey)} s`,
    expect.stringContaining(`b.test.ts (set-up 5.5, tear-down 0.0), server: ${String(server)} s`),
  ]);
});
