import { CircleAlert, MailCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';

/** A sentence that stands with a form: why it came to nothing, or that a mail is on its way. */
export function Remark({
  tone,
  children,
}: {
  readonly tone: 'error' | 'sent';
  readonly children: ReactNode;
}) {
  const Icon = tone === 'error' ? CircleAlert : MailCheck;
  return (
    <p
      className={classNames(
        'flex items-start gap-3 rounded-md p-4 font-mid',
        tone === 'error' ? 'bg-red-soft text-red' : 'bg-teal-soft text-teal',
      )}
    >
      <Icon className="mt-0.5 size-5 flex-none" aria-hidden />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  );
}
