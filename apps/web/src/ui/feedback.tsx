import { CircleAlert, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** Stands for what is still loading, in its shape; the region that holds it says `aria-busy`. */
export function Skeleton({ className }: { readonly className?: string }) {
  return (
    <span aria-hidden className={classNames('breathe block rounded-sm bg-line/70', className)} />
  );
}

export interface AlertProps {
  readonly tone?: 'error' | 'info';
  readonly title: ReactNode;
  readonly children?: ReactNode;
  /** A way on, such as a button to try again. */
  readonly action?: ReactNode;
  /** The language of the words where it is not the page's. */
  readonly lang?: string;
}

/** Says in the page that something went wrong, or what to know; errors are announced at once. */
export function Alert({ tone = 'error', title, children, action, lang }: AlertProps) {
  const Icon = tone === 'error' ? CircleAlert : Info;
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={classNames(
        'flex flex-wrap items-start gap-3 rounded-md p-4',
        tone === 'error' ? 'bg-red-soft text-red' : 'bg-teal-soft text-teal',
      )}
    >
      <Icon className="mt-0.5 size-5 flex-none" aria-hidden />
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-head" lang={lang}>
          {title}
        </p>
        {children !== undefined && <div className="text-sm text-ink-2">{children}</div>}
      </div>
      {action}
    </div>
  );
}

export interface EmptyStateProps {
  readonly title: ReactNode;
  /** Why it is empty and what comes next. */
  readonly text?: ReactNode;
  readonly picture?: ReactNode;
  readonly action?: ReactNode;
  /** The language of the title where it is not the page's. */
  readonly lang?: string;
}

/** Stands where a list has nothing to show. */
export function EmptyState({ title, text, picture, action, lang }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-3 px-4 py-10 text-center">
      {picture}
      <p className="text-lg font-head" lang={lang}>
        {title}
      </p>
      {text !== undefined && <p className="max-w-[34em] text-ink-2">{text}</p>}
      {action}
    </div>
  );
}
