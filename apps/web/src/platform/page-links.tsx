import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { iconButtonClass } from '#ui/button.tsx';
import { pageCount, type ListPage } from './list-page.ts';

/** The position in a list, such as '21–40 of 1,234'. */
export function usePosition(): (list: ListPage<unknown>, size: number) => string {
  const { t } = useTranslation();
  return ({ page, rows, total }, size) => {
    const before = (page - 1) * size;
    return t('pagination.position', {
      from: before + Math.min(1, rows.length),
      to: before + rows.length,
      total,
    });
  };
}

/** The props of a link to another page. */
interface PageStep {
  readonly 'aria-label': string;
  readonly className: string;
  readonly children: ReactNode;
}

interface ListPaginationProps {
  readonly list: ListPage<unknown>;
  readonly size: number;
  /** For buttons, where the pages have no links. */
  readonly onGo?: (page: number) => void;
  /** Renders the link to a page. */
  readonly link?: (page: number, step: PageStep) => ReactNode;
}

/** The pagination of a list, by buttons or by links. Disabled buttons stay focusable, so that the focus is not lost. */
export function ListPagination({ list, size, onGo, link }: ListPaginationProps) {
  const { t } = useTranslation();
  const position = usePosition();
  const { page, total } = list;
  const last = pageCount(total, size);
  const targets = [
    { name: 'first', to: 1, Icon: ChevronsLeft },
    { name: 'previous', to: page - 1, Icon: ChevronLeft },
    { name: 'next', to: page + 1, Icon: ChevronRight },
    { name: 'last', to: last, Icon: ChevronsRight },
  ] as const;
  return (
    <nav
      aria-label={t('pagination.label')}
      className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2"
    >
      <p className="num text-sm text-ink-2">{position(list, size)}</p>
      <div className="flex">
        {targets.map(({ name, to, Icon }) => {
          const isOutside = to === page || to < 1 || to > last;
          const step: PageStep = {
            'aria-label': t(`pagination.${name}`),
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

/** Links to the other pages of a list, by `?page=` of the current address; nothing where there is one page only. */
export function PageLinks({
  list,
  size,
  params,
}: {
  readonly list: ListPage<unknown>;
  readonly size: number;
  /** Parameters of the address that the links keep. */
  readonly params?: URLSearchParams;
}) {
  if (pageCount(list.total, size) === 1) return null;
  function searchOf(to: number): string {
    const next = new URLSearchParams(params);
    if (to === 1) next.delete('page');
    else next.set('page', String(to));
    return next.toString();
  }
  return (
    <ListPagination
      list={list}
      size={size}
      link={(to, step) => <Link to={{ search: searchOf(to) }} {...step} />}
    />
  );
}
