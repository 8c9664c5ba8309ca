import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { rowAction } from '#ui/row-action.ts';
import type { SelectedItem } from './selected-item.ts';

const linkId = (id: string) => `row-${id}`;

/** The link in the row of an item; undefined if the list does not show it. */
export const rowLink = (id: string): HTMLElement | null => document.getElementById(linkId(id));

interface RowLinkProps {
  readonly selected: Pick<SelectedItem, 'linkTo'>;
  readonly id: string;
  readonly lang?: string | undefined;
  /** By default that of a dense row. */
  readonly className?: string;
  readonly children: ReactNode;
}

/** Selects the item of its row; a press anywhere on the row does the same. */
export function RowLink({ selected, id, lang, className, children }: RowLinkProps) {
  return (
    <Link
      {...selected.linkTo(id)}
      {...rowAction}
      id={linkId(id)}
      lang={lang}
      className={
        className ??
        'inline-flex min-h-9 items-center gap-1.5 hover:underline pointer-coarse:min-h-11'
      }
    >
      {children}
    </Link>
  );
}
