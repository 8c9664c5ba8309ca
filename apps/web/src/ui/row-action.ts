import type { MouseEvent } from 'react';

const attribute = 'data-row-action';

/** Marks the link or button of a row that a press anywhere on the row stands for. */
export const rowAction = { [attribute]: '' } as const;

const checkAttribute = 'data-row-check';

/** Marks the check box of a row. */
export const rowCheck = { [checkAttribute]: '' } as const;

/** The check box of a row; null if it has none. */
export const rowCheckBox = (row: Element | null | undefined): HTMLInputElement | null =>
  row?.querySelector<HTMLInputElement>(`[${checkAttribute}]`) ?? null;

/** The marked elements of a table's rows, in their order. */
export function rowActions(root: ParentNode): readonly HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(`tbody [${attribute}]`)];
}

/** Passes a press on a row on to its action, unless it hit another control or has selected text. */
export function pressRow(event: MouseEvent<HTMLTableRowElement>): void {
  const { currentTarget: row, target, ctrlKey, metaKey, shiftKey } = event;
  // Events of menus and dialogs opened from a row reach it through React, not through the document.
  if (!(target instanceof Element) || !row.contains(target)) return;
  if (target.closest('a, button, input, label') !== null) return;
  if (window.getSelection()?.isCollapsed === false) return;
  row.querySelector(`[${attribute}]`)?.dispatchEvent(
    new window.MouseEvent('click', {
      bubbles: true,
      cancelable: true,
      ctrlKey,
      metaKey,
      shiftKey,
    }),
  );
}
