import { CircleAlert, Info } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** Placeholders of one shape for loading content, inside of `Loading`. */
export function Skeleton({
  className,
  count = 1,
}: {
  readonly className?: string;
  readonly count?: number;
}) {
  const look = classNames('breathe block rounded-sm bg-line/70', className);
  return Array.from({ length: count }, (_, index) => (
    <span key={index} aria-hidden className={look} />
  ));
}

export interface LoadingProps extends ComponentProps<'div'> {
  /** For screen readers. */
  readonly label: string;
  /** Whether screen readers announce the label. */
  readonly announced?: boolean;
}

/** Stands for content that is loading; its children are skeletons. */
export function Loading({ label, announced = false, children, ...box }: LoadingProps) {
  return (
    <div aria-busy="true" {...box}>
      <p role={announced ? 'status' : undefined} className="sr-only">
        {label}
      </p>
      {children}
    </div>
  );
}

export interface AlertProps {
  readonly tone?: 'error' | 'info';
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  /** The language of the title where it is not the page's. */
  readonly lang?: string | undefined;
}

/** An error or a notice in the page. */
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
      <Icon className="mt-0.5 size-5 flex-none" strokeWidth={2} />
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-head" lang={lang}>
          {title}
        </p>
        {children !== undefined && (
          <div className="text-sm wrap-anywhere text-ink-2">{children}</div>
        )}
      </div>
      {action}
    </div>
  );
}

export interface EmptyStateProps {
  readonly title: ReactNode;
  readonly text?: ReactNode;
  readonly picture?: ReactNode;
  readonly action?: ReactNode;
  /** The language of the title where it is not the page's. */
  readonly lang?: string;
}

/** The content of an empty list. */
export function EmptyState({ title, text, picture, action, lang }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-4 px-4 py-10 text-center">
      {picture}
      <p className="text-lg font-head" lang={lang}>
        {title}
      </p>
      {text !== undefined && <p className="max-w-[34em] text-balance text-ink-2">{text}</p>}
      {action}
    </div>
  );
}
