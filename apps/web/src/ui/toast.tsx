import { CircleAlert, CircleCheck, X } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';

export interface ToastFrameProps {
  readonly label: string;
  /** Announced when the reader pauses. */
  readonly status: ReactNode;
  /** Announced at once. */
  readonly alert: ReactNode;
}

/**
 * The corner toasts appear in; on a low screen the top, for the bottom has what ends a dialog. Both live regions are
 * always there: one that comes with its words is not read.
 */
export function ToastFrame({ label, status, alert }: ToastFrameProps) {
  return (
    <section
      aria-label={label}
      data-toasts
      className="pointer-events-none fixed inset-x-4 bottom-4 z-50 mx-auto max-w-md sm:right-6 sm:bottom-6 sm:left-auto sm:w-104 [@media(height<30rem)]:top-4 [@media(height<30rem)]:bottom-auto"
    >
      <div role="status" aria-live="polite">
        {status}
      </div>
      <div role="alert" aria-live="assertive">
        {alert}
      </div>
    </section>
  );
}

export interface ToastCardProps {
  readonly tone: 'default' | 'destructive';
  readonly title: string;
  readonly description: string | undefined;
  readonly closeLabel: string;
  readonly onClose: () => void;
  readonly ref: Ref<HTMLDivElement>;
}

/** One toast. */
export function ToastCard(props: ToastCardProps) {
  const { tone, title, description, closeLabel, onClose, ref } = props;
  const Icon = tone === 'destructive' ? CircleAlert : CircleCheck;
  return (
    <div
      ref={ref}
      className={classNames(
        'rising pointer-events-auto flex items-start gap-3 rounded-md border border-line border-l-4 bg-surface py-3 pr-2 pl-4 text-ink shadow-3',
        tone === 'destructive' ? 'border-l-red' : 'border-l-teal',
      )}
    >
      <Icon
        className={classNames(
          'mt-2.5 size-5 flex-none',
          tone === 'destructive' ? 'text-red' : 'text-teal',
        )}
        aria-hidden
      />
      <div className="min-w-0 flex-1 self-center py-1">
        <p className="font-head">{title}</p>
        {description !== undefined && <p className="text-sm text-ink-2">{description}</p>}
      </div>
      <IconButton label={closeLabel} onClick={onClose}>
        <X className="size-5" strokeWidth={1.6} aria-hidden />
      </IconButton>
    </div>
  );
}
