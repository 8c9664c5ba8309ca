import {
  ChevronLeft,
  ChevronRight,
  ChevronsLeft,
  ChevronsRight,
  type LucideIcon,
} from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { iconButtonClass } from './button.tsx';

/** The props of a link to another page. */
interface PageStep {
  readonly 'aria-label': string;
  readonly className: string;
  readonly children: ReactNode;
}

export interface PaginationProps {
  readonly label: string;
  /** The visible rows, such as `11–20 of 45`. */
  readonly position: string;
  readonly page: number;
  readonly pageCount: number;
  /** For buttons, where the pages have no links. */
  readonly onGo?: (page: number) => void;
  /** Renders the link to a page. */
  readonly link?: (page: number, step: PageStep) => ReactNode;
  readonly labels: {
    readonly first: string;
    readonly previous: string;
    readonly next: string;
    readonly last: string;
  };
}

interface Target {
  readonly label: string;
  readonly to: number;
  readonly Icon: LucideIcon;
}

/** The pagination of a list. Disabled buttons stay focusable, so that the focus is not lost. */
export function Pagination(props: PaginationProps) {
  const { page, pageCount, labels, onGo, link } = props;
  const targets: readonly Target[] = [
    { label: labels.first, to: 1, Icon: ChevronsLeft },
    { label: labels.previous, to: page - 1, Icon: ChevronLeft },
    { label: labels.next, to: page + 1, Icon: ChevronRight },
    { label: labels.last, to: pageCount, Icon: ChevronsRight },
  ];
  return (
    <nav
      aria-label={props.label}
      className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2"
    >
      <p className="num text-sm text-ink-2">{props.position}</p>
      <div className="flex">
        {targets.map(({ label, to, Icon }) => {
          const isOutside = to === page || to < 1 || to > pageCount;
          const step: PageStep = {
            'aria-label': label,
            className: iconButtonClass(isOutside ? 'text-ink-3 opacity-55' : 'hover:bg-sunken'),
            children: <Icon className="size-5" />,
          };
          if (link !== undefined && !isOutside) {
            return <Fragment key={label}>{link(to, step)}</Fragment>;
          }
          return (
            <button
              key={label}
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
