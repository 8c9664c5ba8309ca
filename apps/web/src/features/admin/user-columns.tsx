import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { bangkokDayText } from '@bkksiam/domain/date-text';
import { useLanguage } from '#platform/i18n.ts';
import { useSession } from '#platform/session.tsx';
import { Chip } from '#ui/chip.tsx';
import type { TableColumn } from '#ui/data-table.tsx';
import { EmailText } from '#ui/email-text.tsx';
import type { AdminUser, UserColumn } from './users-data.ts';

function Address({ user }: { readonly user: AdminUser }) {
  const { t } = useTranslation();
  const { user: self } = useSession();
  return (
    <>
      <span className="font-mid">
        <EmailText address={user.email ?? ''} />
      </span>
      {user.id === self?.id && <span className="text-sm text-ink-2"> ({t('users.you')})</span>}
    </>
  );
}

/** What the list says of a user, column by column; the last is the way to do something to them. */
export function useColumns(
  menuOf: (user: AdminUser) => ReactNode,
): readonly TableColumn<AdminUser, UserColumn>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  return [
    {
      key: 'email',
      header: t('users.column.email'),
      sortBy: 'email',
      breaks: true,
      phone: 'main',
      cell: (user) => <Address user={user} />,
    },
    {
      key: 'name',
      header: t('users.column.name'),
      sortBy: 'full_name',
      breaks: true,
      phone: 'below',
      cell: ({ name }) => name ?? <span className="text-ink-2">{t('users.nameless')}</span>,
    },
    {
      key: 'role',
      header: t('users.column.role'),
      sortBy: 'role',
      phone: 'brief',
      cell: ({ role }) => <span className="whitespace-nowrap">{t(`users.role.${role}`)}</span>,
    },
    {
      key: 'status',
      header: t('users.column.status'),
      sortBy: 'is_active',
      phone: 'brief',
      cell: ({ active }) => (
        <Chip tone={active ? 'done' : 'off'}>{t(active ? 'users.active' : 'users.inactive')}</Chip>
      ),
    },
    {
      key: 'since',
      header: t('users.column.since'),
      sortBy: 'created_at',
      phone: 'rest',
      cell: ({ since }) =>
        since !== null && (
          <time dateTime={since} className="num whitespace-nowrap">
            {bangkokDayText(since, language)}
          </time>
        ),
    },
    {
      key: 'actions',
      header: t('users.column.actions'),
      headerHidden: true,
      align: 'end',
      phone: 'corner',
      cell: menuOf,
    },
  ];
}
