import { Copy, Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { requestNumber } from '@bkksiam/domain/request-number';
import { useTakeOnAction } from '#entities/assignment/take-on-action.tsx';
import { requestKeys } from '#entities/request/request-data.ts';
import { useBulk } from '#list/list-bulk.tsx';
import { useCheckedRows } from '#list/use-checked-rows.ts';
import type { List } from '#list/use-list.ts';
import { bangkokToday } from '#platform/bangkok-clock.ts';
import { useCopyText } from '#platform/copy-text.tsx';
import { csvTime, saveCsvRows, type CsvColumns } from '#platform/save-file.ts';
import { assignRequest, type GroupRequest, type QueueFilter } from './group-requests-data.ts';

/** The columns of the file in the language of the page, with Bangkok times. */
function useFileColumns(): CsvColumns<GroupRequest> {
  const { t } = useTranslation(['common', 'offers']);
  return [
    [t('admin.requests.column.number'), ({ quote_id: id }) => requestNumber(id)],
    [t('admin.requests.field.origin'), ({ origin }) => origin],
    [t('admin.requests.field.destination'), ({ destination }) => destination],
    [t('admin.requests.field.dep_date'), ({ dep_date: day }) => day],
    [t('admin.requests.field.pax_adt'), ({ pax_adt: adults }) => String(adults)],
    [t('admin.requests.field.pax_chd'), ({ pax_chd: children }) => String(children)],
    [t('admin.requests.field.pax_inf'), ({ pax_inf: infants }) => String(infants)],
    [t('admin.requests.field.user_id'), ({ full_name: name }) => name ?? ''],
    [t('field.email'), ({ email }) => email ?? ''],
    [t('field.status'), ({ status }) => status],
    [t('offers:waits'), ({ turn }) => (turn === null ? '' : t(`offers:turn.${turn}`))],
    [t('offers:bulk.since'), ({ waiting_since: since }) => csvTime(since)],
    [t('admin.requests.field.created_at'), ({ created_at: at }) => csvTime(at)],
  ];
}

/** What can be done with several requests. */
export function useRequestsBulk(list: List<GroupRequest, QueueFilter>) {
  const { t } = useTranslation('offers');
  const checked = useCheckedRows(list);
  const { rows } = checked;
  const nameOf = ({ quote_id: id }: GroupRequest) => requestNumber(id);
  const columns = useFileColumns();
  const copy = useCopyText(rows.map(nameOf).join('\n'), {
    title: 'offers:bulk.copied',
    values: { count: rows.length },
  });
  const takeOn = useTakeOnAction({
    checked,
    assign: assignRequest,
    queryKey: requestKeys.forAdmins,
  });
  return useBulk(checked, {
    nameOf,
    actions: [
      {
        label: () => t('bulk.file'),
        icon: <Download className="size-4" />,
        run: () => saveCsvRows(`requests-${bangkokToday()}.csv`, columns, rows),
      },
      { label: () => t('bulk.copy'), icon: <Copy className="size-4" />, run: copy },
      takeOn,
    ],
  });
}
