import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { iconButtonClass } from './button.tsx';

/** The props of a link to another page. */
interface PageStep {
  readonly 'aria-label': string;
  readonly className: string;
  readonly children: ReactNode;
}

export interface PaginationProps {
  /** From 1. */
  readonly page: number;
  readonly last: number;
  /** The position in the list, such as '21–40 of 1,234'. */
  readonly position: string;
  readonly label: string;
  readonly steps: Readonly<Record<'first' | 'previous' | 'next' | 'last', string>>;
  /** For buttons, where the pages have no links. */
  readonly onGo?: ((page: number) => void) | undefined;
  /** Renders the link to a page. */
  readonly link?: ((page: number, step: PageStep) => ReactNode) | undefined;
}

/** The pagination of a list, by buttons or by links. Disabled buttons stay focusable, so that the focus is not lost. */
export function Pagination({ page, last, position, label, steps, onGo, link }: PaginationProps) {
  const targets = [
    { name: 'first', to: 1, Icon: ChevronsLeft },
    { name: 'previous', to: page - 1, Icon: ChevronLeft },
    { name: 'next', to: page + 1, Icon: ChevronRight },
    { name: 'last', to: last, Icon: ChevronsRight },
  ] as const;
  return (
    <nav aria-label={label} className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
      <p className="num text-sm text-ink-2">{position}</p>
      <div className="flex">
        {targets.map(({ name, to, Icon }) => {
          const isOutside = to === page || to < 1 || to > last;
          const step: PageStep = {
            'aria-label': steps[name],
            className: iconButtonClass(isOutside ? 'text-ink-3 opacity-55' : 'hover:bg-sunken'),
            children: <Icon className="size-5" />,
          };
          if (link !== undefined && !isOutside) {
            return <Fragment key={name}>{link(to, step)}</Fragment>;
          }
          return (
            <button
              key={name}
              type="button"
              {...step}
              aria-disabled={isOutside || undefined}
              onClick={() => {
                if (!isOutside) onGo?.(to);
              }}
            />
          );
        })}
      </div>
    </nav>
  );
}
