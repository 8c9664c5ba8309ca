import { useEffect, type RefObject } from 'react';
import { rowActions } from '#ui/row-action.ts';
import { hasShortcuts } from './list-settings.ts';

/** The same key on an English and on a Thai keyboard. */
const searchKeys = ['/', 'ฝ'];

const steps: ReadonlyMap<string, 1 | -1> = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
]);

/** Whether a key press is input of a field. */
export function isTyped(target: EventTarget | null): target is Element {
  return target instanceof Element && target.closest('input, textarea, select') !== null;
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

/** Arrow keys move between the rows of a list, and `/` goes to its search. Dialogs, menus and grids keep their keys. */
export function useListKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const { current: root } = list;
      if (root === null || event.altKey || event.ctrlKey || event.metaKey || event.isComposing)
        return;
      if (document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null) return;
      const isSearch = searchKeys.includes(event.key) && hasShortcuts() && !isTyped(event.target);
      const next = isSearch
        ? root.querySelector<HTMLElement>('input[type=search]')
        : rowAt(root, event);
      if (!next) return;
      event.preventDefault();
      // A menu's button would open its menu.
      event.stopPropagation();
      next.focus();
    }
    document.addEventListener('keydown', press, { capture: true });
    return () => document.removeEventListener('keydown', press, { capture: true });
  }, [list]);
}
