import { useMutation } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { classNames } from '#ui/class-names.ts';
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

/** A short text, such as a reference, that a press copies. */
export function CopyableText(props: {
  readonly text: string;
  /** Accessible name of the button. */
  readonly label: string;
  readonly done: FixedToast;
  readonly className: string;
}) {
  const { text, label, done, className } = props;
  return (
    <button
      type="button"
      aria-label={label}
      onClick={useCopyText(text, done)}
      className={classNames(
        'num group inline-flex items-center gap-1.5 rounded-sm hover:text-teal',
        className,
      )}
    >
      {text}
      <Copy className="size-4 flex-none text-ink-3 group-hover:text-teal" />
    </button>
  );
}
