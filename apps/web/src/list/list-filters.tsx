import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listCountsQuery } from './list-query.ts';
import { ListTabs } from './list-tabs.tsx';
import type { List } from './use-list.ts';

export interface ListFilter<Filter extends string> {
  readonly label: string;
  readonly textOf: (value: Filter) => string;
  /** The rows of a filter, or of the whole list; by default as the list counts. */
  readonly countOf?: (value: Filter | undefined) => number | undefined;
  /** The filters whose rows cannot wait. */
  readonly urgent?: readonly Filter[];
  /** The filters of a view beside the heading, which have a tab only while they are chosen. */
  readonly ofViews?: readonly Filter[];
}

interface FiltersProps<Row, Filter extends string> {
  readonly list: List<Row, Filter>;
  readonly filter: ListFilter<Filter>;
  /** Over dense rows. */
  readonly small: boolean;
}

/** The tabs of a list: its filters with their counts. */
export function Filters<Row, Filter extends string>(props: FiltersProps<Row, Filter>) {
  const { list, filter, small } = props;
  const { t } = useTranslation();
  const { definition, params } = list;
  const { data: counts } = useQuery(listCountsQuery(definition, params.search));
  const countOf = filter.countOf ?? ((value?: Filter) => counts?.[value ?? 'all']);
  const { filters = [], defaultFilter } = definition;
  const all = { value: 'all' as const, text: t('admin.all'), count: countOf(undefined) };
  const tabs = filters
    .filter((value) => value === params.filter || filter.ofViews?.includes(value) !== true)
    .map((value) => {
      const count = countOf(value);
      const isUrgent = (count ?? 0) > 0 && filter.urgent?.includes(value) === true;
      return { value, text: filter.textOf(value), count, isUrgent };
    });
  return (
    <ListTabs<Filter | 'all'>
      label={filter.label}
      counted={definition.counts !== undefined || filter.countOf !== undefined}
      small={small}
      tabs={defaultFilter === undefined ? [all, ...tabs] : [...tabs, all]}
      chosen={params.filter ?? 'all'}
      onChoose={(value) => list.filterBy(value === 'all' ? undefined : value)}
    />
  );
}
