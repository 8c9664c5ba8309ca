import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { bangkokDayText } from '@bkksiam/domain/date-text';
import { useLanguage } from '#platform/i18n.ts';
import { Chip } from '#ui/chip.tsx';
import type { TableColumn } from '#ui/data-table.tsx';
import { useAdminList } from './admin-list.ts';
import { ListSearch } from './list-search.tsx';
import { ListView } from './list-view.tsx';
import { userList, usersQuery, type AdminUser, type UserColumn } from './users-data.ts';

const headingId = 'users-heading';

function useColumns(): readonly TableColumn<AdminUser, UserColumn>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  return [
    {
      key: 'email',
      header: t('users.column.email'),
      sortBy: 'email',
      phone: 'main',
      cell: ({ email }) => <span className="font-mid">{email}</span>,
    },
    {
      key: 'name',
      header: t('users.column.name'),
      sortBy: 'full_name',
      cell: ({ full_name: name }) => name ?? t('users.nameless'),
    },
    {
      key: 'role',
      header: t('users.column.role'),
      sortBy: 'role',
      cell: ({ role }) => t(role === 'admin' ? 'users.role.admin' : 'users.role.member'),
    },
    {
      key: 'status',
      header: t('users.column.status'),
      sortBy: 'is_active',
      cell: ({ is_active: active }) => (
        <Chip tone={active ? 'done' : 'off'}>{t(active ? 'users.active' : 'users.inactive')}</Chip>
      ),
    },
    {
      key: 'since',
      header: t('users.column.since'),
      sortBy: 'created_at',
      cell: ({ created_at: since }) => since && bangkokDayText(since, language),
    },
  ];
}

/** The admins' User Management (spec §2). */
export function Component() {
  const { t } = useTranslation();
  const list = useAdminList(userList);
  const query = useQuery(usersQuery(list.question));
  const columns = useColumns();
  return (
    <>
      <h1 id={headingId} tabIndex={-1} className="text-3xl">
        {t('users.title')}
      </h1>
      <p className="mt-2 text-ink-2">{t('users.text')}</p>
      <ListSearch
        label={t('users.search')}
        words={list.question.words}
        onSearch={list.search}
        className="my-6 max-w-md"
      />
      <ListView
        headingId={headingId}
        list={list}
        query={query}
        columns={columns}
        keyOf={({ user_id: id }) => id ?? ''}
        toneOf={({ is_active: active }) => (active ? 'plain' : 'off')}
        failed="users.failed"
        empty="users.empty"
      />
    </>
  );
}
