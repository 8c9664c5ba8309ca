import { useEffect, useRef } from 'react';
import { listHeading } from './list-view.tsx';

/**
 * Gives the focus back to the row, which may be gone, when its item is closed.
 *
 * @param id of the selected item
 * @param linkId gives the DOM id of the link in an item's row; the same function at every render
 */
export function useRowFocus(id: string | undefined, linkId: (id: string) => string): void {
  const last = useRef<string>(undefined);
  useEffect(() => {
    if (id === undefined && last.current !== undefined) {
      (document.getElementById(linkId(last.current)) ?? listHeading())?.focus();
    }
    last.current = id;
  }, [id, linkId]);
}
