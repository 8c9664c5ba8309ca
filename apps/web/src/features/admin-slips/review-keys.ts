import { useEffect, useEffectEvent } from 'react';
import { hasShortcuts } from '#list/list-settings.ts';
import type { RejectionReason } from './slips-data.ts';

/** The ids of what the keys reach. */
export const acceptButtonId = 'slip-accept';
export const amountFieldId = 'slip-amount';

/** What the keys of a review do; undefined while they do nothing. */
interface ReviewActions {
  readonly accept?: (() => void) | undefined;
  readonly refuse?: (() => void) | undefined;
  readonly leave?: (() => void) | undefined;
  readonly choose?: ((reason: RejectionReason) => void) | undefined;
  readonly zoomIn: () => void;
  readonly zoomOut: () => void;
  readonly turn: () => void;
}

const reasons: readonly RejectionReason[] = ['used', 'unreadable', 'not_arrived', 'other'];

function actionOf({ code, key }: KeyboardEvent, actions: ReviewActions): (() => void) | undefined {
  const { accept, refuse, leave, choose, zoomIn, zoomOut, turn } = actions;
  // Letters by their position: a Thai keyboard gives others.
  const byCode = new Map([
    ['KeyA', accept],
    ['KeyR', refuse],
    ['KeyL', leave],
    ['KeyT', turn],
    ['Equal', zoomIn],
    ['NumpadAdd', zoomIn],
    ['Minus', zoomOut],
    ['NumpadSubtract', zoomOut],
  ]);
  const byKey = new Map([
    ['+', zoomIn],
    ['-', zoomOut],
  ]);
  const reason = reasons[Number(/^(?:Digit|Numpad)([1-4])$/.exec(code)?.[1] ?? 0) - 1];
  if (reason !== undefined) return choose && (() => choose(reason));
  return byCode.get(code) ?? byKey.get(key);
}

/** Whether a key is input of a field; a radio button takes none. */
function takesText(target: EventTarget | null): boolean {
  const fields = 'input:not([type=checkbox], [type=radio]), textarea, select';
  return target instanceof Element && target.closest(fields) !== null;
}

/** A accepts, R refuses, 1 to 4 choose the reason, L leaves; + and − zoom, T turns. */
export function useReviewKeys(actions: ReviewActions): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isHeld = event.altKey || event.ctrlKey || event.metaKey || event.isComposing;
    if (isHeld || takesText(event.target) || !hasShortcuts()) return;
    if (document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null) return;
    const action = actionOf(event, actions);
    if (action === undefined) return;
    // A field that the key focuses would get its letter.
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
