import { MessageSquareText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { timeLeft } from '@bkksiam/domain/deadline';
import { languageOfText } from '@bkksiam/domain/languages';
import { useAssignedColumn } from '#entities/assignment/assignment-parts.tsx';
import { useShortTime } from '#entities/calendar/short-time.ts';
import { threadKeys } from '#entities/support/thread-data.ts';
import { useThreadChanges } from '#entities/support/use-thread-changes.ts';
import { RowLink } from '#list/list-row-link.tsx';
import { ListView } from '#list/list-view.tsx';
import type { SelectedItem } from '#list/selected-item.ts';
import { useList } from '#list/use-list.ts';
import { useSelectedRow } from '#list/use-selected-row.ts';
import { pages } from '#pages.ts';
import { serverNow } from '#platform/server-clock.ts';
import { useStatus } from '#platform/status.ts';
import { buttonClass } from '#ui/button.tsx';
import type { TableColumn } from '#ui/data-table.tsx';
import { StatusChip } from '#ui/parts/status-chip.tsx';
import { threadList, type AdminThread } from './support-data.ts';
import { ThreadPane } from './thread-pane.tsx';

const inks = {
  calm: '',
  amber: 'text-gold-ink font-strong',
  red: 'text-red font-strong',
  over: 'text-red font-strong',
};

/** The time left of the promised 24 hours; a dash for a thread that waits for nobody or the customer. */
function TimeLeft({ row: { answer_due_at: due } }: { readonly row: AdminThread }) {
  const { t } = useTranslation(['adminSupport', 'requests']);
  if (due === null) return '–';
  const [at, now] = [Date.parse(due), serverNow()];
  const isLate = at <= now;
  const { urgency, days, hours, minutes } = isLate ? timeLeft(now, at) : timeLeft(at, now);
  const unit = days > 0 ? 'days' : hours > 0 ? 'hours' : minutes > 0 ? 'minutes' : 'lastMinute';
  const time = t(`requests:time.${unit}`, { days, hours, minutes });
  return (
    <span className={`whitespace-nowrap ${inks[isLate ? 'over' : urgency]}`}>
      {isLate ? t('lateBy', { time }) : time}
    </span>
  );
}

/** The name of the customer, and that it is a visitor. */
function useCustomerText() {
  const { t } = useTranslation('adminSupport');
  return ({ full_name: name, email, user_id: userId }: AdminThread) =>
    [name ?? email ?? t('noName'), userId === null && t('visitor')].filter(Boolean).join(' · ');
}

/** Beside the selected thread each row has two lines. */
function useQueueColumns(selected: SelectedItem): readonly TableColumn<AdminThread>[] {
  const { t } = useTranslation('adminSupport');
  const customerText = useCustomerText();
  return [
    {
      header: t('column.subject'),
      rowHeader: true,
      phone: 'main',
      cell: (row) => (
        <span className="block max-w-36 py-2 min-[104rem]:max-w-40">
          <RowLink
            selected={selected}
            id={row.thread_id}
            lang={languageOfText(row.subject)}
            className="block truncate hover:underline"
          >
            {row.subject}
          </RowLink>
          <span className="block truncate text-xs font-text text-ink-2">
            {[customerText(row), row.reference].filter(Boolean).join(' · ')}
          </span>
        </span>
      ),
    },
    {
      header: t('column.left'),
      align: 'end',
      phone: 'corner',
      cell: (row) => (
        <span className="block pr-2 text-xs">
          <TimeLeft row={row} />
        </span>
      ),
    },
  ];
}

function useListColumns(selected: SelectedItem): readonly TableColumn<AdminThread>[] {
  const { t } = useTranslation('adminSupport');
  const customerText = useCustomerText();
  const short = useShortTime();
  const status = useStatus();
  const assigned = useAssignedColumn<AdminThread>();
  return [
    {
      header: t('column.subject'),
      rowHeader: true,
      phone: 'main',
      cell: (row) => (
        <RowLink selected={selected} id={row.thread_id} lang={languageOfText(row.subject)}>
          <span className="inline-block max-w-80 truncate align-middle">{row.subject}</span>
        </RowLink>
      ),
    },
    {
      header: t('column.left'),
      sortBy: 'answer_due_at',
      phone: 'brief',
      cell: (row) => <TimeLeft row={row} />,
    },
    {
      header: t('column.customer'),
      phone: 'rest',
      cell: (row) => (
        <span className="inline-block max-w-52 truncate align-middle">{customerText(row)}</span>
      ),
    },
    {
      header: t('column.about'),
      phone: 'rest',
      spare: true,
      cell: ({ reference }) => reference ?? '–',
    },
    {
      header: t('column.changed'),
      sortBy: 'changed_at',
      phone: 'brief',
      cell: ({ changed_at: at }) => short.past(at),
    },
    assigned,
    {
      header: t('column.status'),
      phone: 'corner',
      cell: (row) => <StatusChip {...status('thread', row.status)} show="hidden" small />,
    },
  ];
}

/** The questions of members and visitors: those that were promised an answer first, and the selected one beside them. */
export function Component() {
  const { t } = useTranslation('adminSupport');
  const list = useList(threadList);
  const { selected, item } = useSelectedRow(list, 'thread');
  useThreadChanges(undefined, threadKeys.forAdmins);
  const queue = useQueueColumns(selected);
  const columns = useListColumns(selected);
  return (
    <ListView
      texts="adminSupport:"
      action={
        <Link to={pages.adminAnswers.href()} className={buttonClass({ tone: 'secondary' })}>
          <MessageSquareText className="size-5" />
          {t('answers')}
        </Link>
      }
      filter={{
        label: t('filter.label'),
        // A status is its raw text.
        textOf: (filter) => (filter === 'mine' ? t('filter.mine') : filter),
        urgent: ['open'],
      }}
      hints={[{ keys: ['C'], text: t('keys.canned') }]}
      list={list}
      columns={item === undefined ? columns : queue}
      pane={{
        label: t('one'),
        item,
        isMain: true,
        show: (shown) => <ThreadPane item={shown} />,
      }}
    />
  );
}
