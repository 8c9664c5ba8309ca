import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Pagination, type PaginationProps } from '#ui/pagination.tsx';
import { useLanguage } from './i18n.ts';
import { pageCount, type ListPage } from './list-page.ts';

/** The position in a list, such as '21–40 of 1,234'. */
export function usePosition(): (list: ListPage<unknown>, size: number) => string {
  const { t } = useTranslation();
  const number = new Intl.NumberFormat(useLanguage());
  return ({ page, rows, total }, size) => {
    const before = (page - 1) * size;
    return t('pagination.position', {
      from: number.format(before + Math.min(1, rows.length)),
      to: number.format(before + rows.length),
      total: number.format(total),
    });
  };
}

/** The pagination of a list in the language on screen, by buttons or by links. */
export function ListPagination({
  list,
  size,
  ...steps
}: Pick<PaginationProps, 'onGo' | 'link'> & {
  readonly list: ListPage<unknown>;
  readonly size: number;
}) {
  const { t } = useTranslation();
  const position = usePosition();
  return (
    <Pagination
      label={t('pagination.label')}
      position={position(list, size)}
      page={list.page}
      pageCount={pageCount(list.total, size)}
      labels={{
        first: t('pagination.first'),
        previous: t('pagination.previous'),
        next: t('pagination.next'),
        last: t('pagination.last'),
      }}
      {...steps}
    />
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
