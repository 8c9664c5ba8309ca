import { messageOf } from '#platform/backend-error.ts';
import { showToast } from '#platform/toast.ts';

/** Says that the cart is as it was, and why (spec §8). */
export function sayCartFailure(error: unknown): void {
  showToast({
    title: 'store.addFailed',
    description: { text: messageOf(error) },
    tone: 'destructive',
  });
}
