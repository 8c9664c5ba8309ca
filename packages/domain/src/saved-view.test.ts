import { expect, test } from 'vitest';
import { checkSavedView, maxSavedViews, maxViewName } from './saved-view.ts';

test.each([
  ['Chiang Mai in May', 1, null],
  [' ', 1, 'saved_view.missing'],
  ['ก'.repeat(maxViewName), 1, null],
  ['ก'.repeat(maxViewName + 1), 1, 'saved_view.too_long'],
  [' due FIRST ', 1, 'saved_view.taken'],
  ['Another', maxSavedViews - 1, null],
  ['Another', maxSavedViews, 'saved_view.limit'],
])('a view named %j beside %i saved ones is refused by %j', (name, saved, code) => {
  expect(checkSavedView(name, ['Due first'], saved)?.code ?? null).toBe(code);
});
