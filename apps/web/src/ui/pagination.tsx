import {
  ChevronLeft,
  ChevronRight,
  ChevronsLeft,
  ChevronsRight,
  type LucideIcon,
} from 'lucide-react';
import { IconButton } from './button.tsx';

export interface PaginationProps {
  /** Names the landmark. */
  readonly label: string;
  /** Which rows are on screen, such as `11–20 of 45`. */
  readonly position: string;
  /** From 1. */
  readonly page: number;
  readonly pageCount: number;
  readonly onGo: (page: number) => void;
  readonly labels: {
    readonly first: string;
    readonly previous: string;
    readonly next: string;
    readonly last: string;
  };
}

interface Step {
  readonly label: string;
  readonly to: number;
  readonly Icon: LucideIcon;
}

/** Ways through a list that comes in pages. At its ends the buttons stay, so that the focus has a place, and do nothing. */
export function Pagination({ label, position, page, pageCount, onGo, labels }: PaginationProps) {
  const steps: readonly Step[] = [
    { label: labels.first, to: 1, Icon: ChevronsLeft },
    { label: labels.previous, to: page - 1, Icon: ChevronLeft },
    { label: labels.next, to: page + 1, Icon: ChevronRight },
    { label: labels.last, to: pageCount, Icon: ChevronsRight },
  ];
  return (
    <nav aria-label={label} className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
      <p className="num text-sm text-ink-2">{position}</p>
      <div className="flex">
        {steps.map(({ label: name, to, Icon }) => {
          const nowhere = to === page || to < 1 || to > pageCount;
          return (
            <IconButton
              key={name}
              label={name}
              aria-disabled={nowhere || undefined}
              onClick={() => {
                if (!nowhere) onGo(to);
              }}
              className="hover:bg-sunken aria-disabled:text-ink-3 aria-disabled:opacity-55 aria-disabled:hover:bg-transparent"
            >
              <Icon className="size-5" strokeWidth={1.6} aria-hidden />
            </IconButton>
          );
        })}
      </div>
    </nav>
  );
}
