import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { pageCount, withPage, type ListPage } from '#platform/list-page.ts';
import { Pagination, type PaginationProps } from '#ui/pagination.tsx';

/** The position in a list, such as '21–40 of 1,234'. */
export function usePosition(): (list: ListPage<unknown>, size: number) => string {
  const { t } = useTranslation();
  return ({ page, rows, total, isMore = false }, size) => {
    const before = (page - 1) * size;
    return t(isMore ? 'pagination.positionOfMore' : 'pagination.position', {
      from: before + Math.min(1, rows.length),
      to: before + rows.length,
      total,
    });
  };
}

interface ListPaginationProps extends Pick<PaginationProps, 'onGo' | 'link'> {
  readonly list: ListPage<unknown>;
  readonly size: number;
  /** In place of the exact position, if not all rows were counted. */
  readonly position?: string | undefined;
}

/** The pagination of a list, by buttons or by links. */
export function ListPagination({ list, size, position, ...go }: ListPaginationProps) {
  const { t } = useTranslation();
  const exactPosition = usePosition();
  return (
    <Pagination
      page={list.page}
      last={pageCount(list.total, size)}
      position={position ?? exactPosition(list, size)}
      label={t('pagination.label')}
      steps={{
        first: t('pagination.first'),
        previous: t('pagination.previous'),
        next: t('pagination.next'),
        last: t('pagination.last'),
      }}
      {...go}
    />
  );
}

/** Links to the other pages of a list, by `page` in the current address; nothing if there is only one. */
export function PageLinks(props: Pick<ListPaginationProps, 'list' | 'size' | 'position'>) {
  const [params] = useSearchParams();
  if (pageCount(props.list.total, props.size) === 1) return null;
  return (
    <ListPagination
      {...props}
      link={(to, step) => <Link to={{ search: withPage(params, to).toString() }} {...step} />}
    />
  );
}
