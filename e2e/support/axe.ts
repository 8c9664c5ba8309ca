import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { layOutWhole } from './whole-page.ts';

/** Fails the journey over anything axe finds wrong with the page as it stands. */
export async function expectNoViolations(page: Page): Promise<void> {
  // What is laid out only when it comes near has no place, and so no colour behind it, until then.
  await layOutWhole(page);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}
