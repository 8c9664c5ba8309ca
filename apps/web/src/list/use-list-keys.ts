import { useEffect, useEffectEvent, type RefObject } from 'react';
import { rowActions, rowCheckBox } from '#ui/row-action.ts';
import { hasShortcuts } from './list-settings.ts';

/** The same key on an English and on a Thai keyboard. */
const searchKeys = ['/', 'ฝ'];

const steps: ReadonlyMap<string, 1 | -1> = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
]);

/** Whether a key press is input of a field; a check box takes no letters. */
export function isTyped(target: EventTarget | null): target is Element {
  const fields = 'input:not([type=checkbox]), textarea, select';
  return target instanceof Element && target.closest(fields) !== null;
}

const rowOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest('tr') : null;

/** Checks a row and the next one, or leaves the row if the next one is checked already. */
function checkNext(row: Element | null, next: Element | null): void {
  const [box, nextBox] = [rowCheckBox(row), rowCheckBox(next)];
  if (box === null || nextBox === null) return;
  const hasNext = nextBox !== box;
  if (!box.checked || (hasNext && nextBox.checked)) box.click();
  if (hasNext && !nextBox.checked) nextBox.click();
}

/** The element that an arrow key focuses; undefined if the key is not for the rows. */
function rowAt(root: HTMLElement, { key, target }: KeyboardEvent): HTMLElement | undefined {
  const step = steps.get(key);
  const search = root.querySelector('input[type=search]');
  if (
    step === undefined ||
    isInGrid(target) ||
    (isTyped(target) && (target !== search || step === -1))
  ) {
    return undefined;
  }
  const actions = rowActions(root);
  const current = actions.findIndex((action) => action.closest('tr')?.contains(target as Node));
  return actions[Math.min(current + step, actions.length - 1)];
}

/** A grid, such as a calendar, has arrow keys of its own. */
const isInGrid = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role=grid]') !== null;

/** Whether arrow keys are for a field, a grid or the scroll position of a marked part. */
const keepsArrows = (target: EventTarget | null) =>
  isTyped(target) ||
  isInGrid(target) ||
  (target instanceof Element && target.closest('[data-scrolls]') !== null);

/** The element that a key focuses; undefined for another key. */
function focusOf(root: HTMLElement, event: KeyboardEvent): HTMLElement | null | undefined {
  const isSearch = searchKeys.includes(event.key) && hasShortcuts() && !isTyped(event.target);
  return isSearch ? root.querySelector<HTMLElement>('input[type=search]') : rowAt(root, event);
}

/**
 * Arrow keys move between the rows of a list, with Shift they check them, X changes the box of a row, and `/` goes to the
 * search. Dialogs, menus and grids keep their keys.
 *
 * @param uncheck takes all checks away, by Escape; undefined if no row is checked
 * @param onStep moves by arrow keys in another way than between the rows
 */
export function useListKeys(
  list: RefObject<HTMLElement | null>,
  uncheck: (() => void) | undefined,
  onStep?: (step: 1 | -1) => void,
): void {
  /** Does what a key is for; false if it is for something else. */
  function use(root: HTMLElement, event: KeyboardEvent): boolean {
    if (event.key === 'Escape' && uncheck && !isTyped(event.target)) {
      uncheck();
      return true;
    }
    const row = rowOf(event.target);
    const box = rowCheckBox(row);
    // By its position: a Thai keyboard gives another letter.
    if (event.code === 'KeyX' && box && hasShortcuts() && !isTyped(event.target)) {
      box.click();
      return true;
    }
    const step = steps.get(event.key);
    if (onStep && step !== undefined && !keepsArrows(event.target)) {
      onStep(step);
      return true;
    }
    const next = focusOf(root, event);
    if (!next) return false;
    if (event.shiftKey) checkNext(row, rowOf(next));
    next.focus();
    return true;
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { current: root } = list;
    if (root === null || event.altKey || event.ctrlKey || event.metaKey || event.isComposing)
      return;
    if (document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null) return;
    if (!use(root, event)) return;
    event.preventDefault();
    // A menu's button would open its menu.
    event.stopPropagation();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listener, { capture: true });
    return () => document.removeEventListener('keydown', listener, { capture: true });
  }, []);
}

/** A letter with what it does, by its position: a Thai keyboard gives other letters. */
export interface LetterKey {
  readonly code: `Key${string}`;
  readonly press: () => void;
}

/**
 * Letters that are shortcuts, outside of fields.
 *
 * @param dialogs how many dialogs may be open: one above has its own keys
 */
export function useLetterKeys(keys: readonly LetterKey[], dialogs: 0 | 1): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isHeld = event.altKey || event.ctrlKey || event.metaKey;
    if (isHeld || isTyped(event.target) || !hasShortcuts()) return;
    if (document.querySelectorAll('[role=dialog], [role=alertdialog]').length > dialogs) return;
    const key = keys.find(({ code }) => code === event.code);
    if (key === undefined) return;
    // A field that the key focuses would get its letter.
    event.preventDefault();
    key.press();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
