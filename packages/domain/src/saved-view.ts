import type { Problem } from './problem.ts';

/** Maximum number of views that an admin saves of a list. */
export const maxSavedViews = 20;

/** Characters of a view's name. */
export const maxViewName = 40;

/** Why a view of a list is not saved. */
export interface SavedViewProblem extends Problem {
  readonly code: `saved_view.${'missing' | 'too_long' | 'taken' | 'limit'}`;
}

/**
 * Checks the name of a view. SQL checks the same, but for the views that a page has itself.
 *
 * @param others the names of the list's other views, saved ones and those of its page
 * @param saved the number of other views that the admin has saved
 */
export function checkSavedView(
  name: string,
  others: readonly string[],
  saved: number,
): SavedViewProblem | null {
  const typed = name.trim();
  const isSame = (other: string) => other.toLowerCase() === typed.toLowerCase();
  if (typed === '') return { code: 'saved_view.missing' };
  if (Array.from(typed).length > maxViewName)
    return { code: 'saved_view.too_long', values: { max: maxViewName } };
  if (others.some((other) => isSame(other))) return { code: 'saved_view.taken' };
  if (saved >= maxSavedViews) return { code: 'saved_view.limit', values: { max: maxSavedViews } };
  return null;
}
