import { useEffect } from 'react';
import { isTyped } from '#list/use-list-keys.ts';
import { dismissToast, showToast, useShownToast } from '#platform/toast.ts';
import { menuButtonId, userLabel, type AdminUser } from './users-data.ts';

const undoText = 'users.undo';

/**
 * The toast about a changed user (spec §8).
 *
 * @param undo makes it a toast with an 'Undo' button
 */
export function showDone(user: AdminUser, undo: (() => void) | undefined): void {
  function run() {
    undo?.();
    // The button that had the focus is gone.
    document.getElementById(menuButtonId(user.user_id))?.focus();
  }
  showToast({
    title: 'users.done',
    description: 'users.doneText',
    values: { email: userLabel(user) },
    ...(undo && { action: { text: undoText, run } }),
  });
}

/** Ctrl Z, or ⌘ Z, is the button of the toast with 'Undo': it is far from the row by Tab. */
export function useUndoKey(): void {
  const shown = useShownToast();
  useEffect(() => {
    if (shown?.action?.text !== undoText) return undefined;
    const { id, action } = shown;
    function press(event: KeyboardEvent) {
      const isUndo = event.code === 'KeyZ' && !event.shiftKey && (event.ctrlKey || event.metaKey);
      if (!isUndo || isTyped(event.target)) return;
      event.preventDefault();
      dismissToast(id);
      action.run();
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [shown]);
}
