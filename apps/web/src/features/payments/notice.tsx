import { CircleCheck, Mail, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import { Phrases } from '#ui/phrases.tsx';

const looks: Readonly<
  Record<'info' | 'ok' | 'ask' | 'warn', readonly [string, string, LucideIcon]>
> = {
  info: ['bg-teal-soft', 'text-teal', CircleCheck],
  ok: ['bg-green-soft', 'text-green', CircleCheck],
  ask: ['bg-gold-soft', 'text-gold-ink', Mail],
  warn: ['bg-gold-soft', 'text-gold-ink', TriangleAlert],
};

interface NoticeProps {
  readonly look: keyof typeof looks;
  readonly title: string;
  readonly children?: ReactNode;
}

/** What a state means, in plain words, before the amounts. Announced when the state changes while the page is open. */
export function Notice({ look, title, children }: NoticeProps) {
  const [ground, ink, Icon] = looks[look];
  return (
    <div
      role="status"
      className={classNames('grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 rounded-md p-4', ground)}
    >
      <Icon className={classNames('mt-0.5 size-5', ink)} />
      <div className="grid gap-1">
        <p className="text-lg leading-snug font-head">
          <Phrases text={title} />
        </p>
        {children !== undefined && <div className="grid gap-2 text-sm text-ink-2">{children}</div>}
      </div>
    </div>
  );
}
