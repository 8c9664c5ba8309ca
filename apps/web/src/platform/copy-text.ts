import { useMutation } from '@tanstack/react-query';
import type { FixedToast } from './query-client.ts';
import { showToast } from './toast.ts';

/**
 * Copies a text, and says so. It fails where the browser denies it, or the page is not served over HTTPS.
 *
 * @param done the toast afterwards
 */
export function useCopyText(text: string, done: FixedToast): () => void {
  const { mutate } = useMutation({
    mutationKey: ['copy'],
    mutationFn: () => navigator.clipboard.writeText(text),
    meta: { errorToast: { title: 'copyFailed' } },
    onSuccess: () => showToast(done),
  });
  return () => mutate();
}
