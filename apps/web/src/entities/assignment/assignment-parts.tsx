import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { shortName } from '@bkksiam/domain/users';
import type { TableColumn } from '#ui/data-table.tsx';
import { adminsQuery, type Assigned } from './assignment-data.ts';

function AssignedName({ row: { assigned_name: name } }: { readonly row: Assigned }) {
  const { t } = useTranslation('assignments');
  if (name === null) {
    return (
      <>
        <span aria-hidden>–</span>
        <span className="sr-only">{t('nobody')}</span>
      </>
    );
  }
  return <span title={name}>{shortName(name)}</span>;
}

/** The column with the admin who works on a row, on wide screens. */
export function useAssignedColumn<Row extends Assigned>(): TableColumn<Row> {
  const { t } = useTranslation('assignments');
  return {
    header: t('column'),
    wide: true,
    phone: 'none',
    cell: (row) => <AssignedName row={row} />,
  };
}

/** The filters of a list by who works on its rows. */
const assignmentFilters = ['mine', 'nobody'] as const;
export type AssignmentFilter = (typeof assignmentFilters)[number];

export const isAssignmentFilter = (filter: string): filter is AssignmentFilter =>
  assignmentFilters.some((one) => one === filter);

/** The names of these filters, and the views of a list that show them. */
export function useAssignmentViews() {
  const { t } = useTranslation('assignments');
  const textOf = (filter: AssignmentFilter) => t(`filter.${filter}`);
  const views = assignmentFilters.map((one) => ({ name: textOf(one), query: `show=${one}` }));
  return { textOf, views };
}

/** The text of an event about who works on it; undefined for any other event. */
export function useAssignmentText() {
  const { t } = useTranslation('assignments');
  const { data: admins = [] } = useQuery(adminsQuery);
  const nameOf = (id: unknown) => admins.find((admin) => admin.id === id)?.name ?? t('formerAdmin');
  return (
    event: string,
    details: { readonly from: unknown; readonly to: unknown },
  ): string | undefined => {
    switch (event) {
      case 'taken_on':
        return details.from === undefined
          ? t('event.taken_on')
          : t('event.taken_over', { name: nameOf(details.from) });
      case 'handed_over':
        return t('event.handed_over', { name: nameOf(details.to) });
      case 'given_back':
        return t('event.given_back');
      default:
        return undefined;
    }
  };
}
