import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { BangkokTime } from '#entities/calendar/bangkok-time.tsx';
import { ListView } from '#list/list-view.tsx';
import { useList } from '#list/use-list.ts';
import { pages } from '#pages.ts';
import { buttonClass } from '#ui/button.tsx';
import type { TableColumn } from '#ui/data-table.tsx';
import { EmailText } from '#ui/email-text.tsx';
import { openedOf, openingList, type Opening } from './openings-data.ts';

function Member({ opening }: { readonly opening: Opening }) {
  const { t } = useTranslation('adminRefunds');
  const { member_name: name, member_email: email } = openedOf(opening);
  if (email === null) return name ?? t('noMember');
  return (
    <>
      {name !== null && `${name} · `}
      <span className="text-ink-2">
        <EmailText address={email} />
      </span>
    </>
  );
}

function useColumns(): readonly TableColumn<Opening>[] {
  const { t } = useTranslation('adminRefunds');
  return [
    {
      header: t('openings.time'),
      sortBy: 'changed_at',
      phone: 'main',
      cell: ({ changed_at: at }) => <BangkokTime at={at} className="num whitespace-nowrap" />,
    },
    {
      header: t('openings.admin'),
      breaks: true,
      cell: ({ actor_email: email }) => (
        <span className="font-mid">
          {email === null ? t('noMember') : <EmailText address={email} />}
        </span>
      ),
    },
    {
      header: t('openings.member'),
      breaks: true,
      cell: (opening) => <Member opening={opening} />,
    },
    {
      header: t('openings.account'),
      cell: (opening) => (
        <span className="num whitespace-nowrap">•••• {openedOf(opening).account_ending}</span>
      ),
    },
    {
      header: t('column.reference'),
      cell: (opening) => (
        <Link
          to={`${pages.adminRefunds.href()}?show=all&refund=${opening.row_id}`}
          className="num inline-flex min-h-11 items-center whitespace-nowrap text-teal hover:underline pointer-fine:min-h-8"
        >
          {openedOf(opening).reference}
        </Link>
      ),
    },
  ];
}

/** Which admin has opened the account number of whose refund. */
export function Component() {
  const { t } = useTranslation();
  const list = useList(openingList);
  const columns = useColumns();
  return (
    <ListView
      texts="adminRefunds:openings."
      action={
        <Link to={pages.adminLogs.href()} className={buttonClass({ tone: 'link' })}>
          {t('admin.logs.title')}
        </Link>
      }
      list={list}
      opens={false}
      columns={columns}
    />
  );
}
