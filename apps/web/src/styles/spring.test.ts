import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const spring = { stiffness: 120, damping: 20, mass: 1 };
const stepSeconds = 0.04;

/** Where a mass on a spring is after a time, on its way from 0 to 1; under-damped, as this one is. */
function position(seconds: number): number {
  const natural = Math.sqrt(spring.stiffness / spring.mass);
  const decay = spring.damping / (2 * spring.mass);
  const swing = Math.sqrt(natural ** 2 - decay ** 2);
  const angle = swing * seconds;
  return 1 - Math.exp(-decay * seconds) * (Math.cos(angle) + (decay / swing) * Math.sin(angle));
}

it('moves the side panel as the specified spring would', async () => {
  const css = await readFile(join(import.meta.dirname, 'tokens.css'), 'utf8');
  const points = (/--spring: linear\(([^)]*)\)/.exec(css)?.[1] ?? '').split(',').map(Number);
  expect(points).toHaveLength(21);
  for (const [index, point] of points.entries()) {
    expect(point).toBeCloseTo(position(index * stepSeconds), 2.5);
  }
});
