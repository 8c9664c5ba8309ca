import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { listSizes } from '@bkksiam/domain/constants';
import { bangkokTimeText } from '@bkksiam/domain/date-text';
import { useLanguage } from '#platform/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import type { TableColumn } from '#ui/data-table.tsx';
import { EmailText } from '#ui/email-text.tsx';
import { useAdminList } from './admin-list.ts';
import { ListFilter } from './list-filter.tsx';
import { ListHeading } from './list-heading.tsx';
import { ListSearch } from './list-search.tsx';
import { ListView } from './list-view.tsx';
import { useSignInExport } from './sign-in-export.ts';
import { signInList, signInsQuery, type SignIn, type SignInColumn } from './sign-ins-data.ts';

const headingId = 'logs-heading';

function useColumns(): readonly TableColumn<SignIn, SignInColumn>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  return [
    {
      key: 'time',
      header: t('desk.logs.column.time'),
      sortBy: 'created_at',
      phone: 'main',
      cell: ({ created_at: at }) => (
        <time dateTime={at} className="num whitespace-nowrap">
          {bangkokTimeText(at, language)}
        </time>
      ),
    },
    {
      key: 'member',
      header: t('desk.logs.column.member'),
      breaks: true,
      cell: ({ email }) => (
        <span className="font-mid">
          {email === null ? t('desk.logs.withoutEmail') : <EmailText address={email} />}
        </span>
      ),
    },
    {
      key: 'result',
      header: t('desk.logs.column.result'),
      phone: 'corner',
      cell: ({ success }) => (
        <Chip tone={success ? 'done' : 'off'}>
          {t(success ? 'desk.logs.succeeded' : 'desk.logs.failed')}
        </Chip>
      ),
    },
  ];
}

/** Who has signed in and when, for admins to look through and take along (spec §1). */
export function Component() {
  const { t } = useTranslation();
  const list = useAdminList(signInList);
  const query = useQuery(signInsQuery(list.question));
  const columns = useColumns();
  const { words, filter } = list.question;
  const exporting = useSignInExport({ words, filter });
  return (
    <>
      <ListHeading id={headingId} title={t('desk.logs.title')} text={t('desk.logs.text')} />
      <div className="my-6 grid items-end gap-5 sm:grid-cols-[minmax(0,28rem)_auto] sm:justify-between">
        <ListSearch label={t('desk.logs.search')} words={words} onSearch={list.search} />
        <Button
          tone="secondary"
          busy={exporting.busy}
          busyText={t('desk.logs.exporting')}
          onClick={exporting.start}
        >
          <Download className="size-5" strokeWidth={1.6} aria-hidden />
          {t('desk.logs.export')}
        </Button>
        <ListFilter
          label={t('desk.logs.column.result')}
          choices={[
            { value: 'succeeded', text: t('desk.logs.succeeded') },
            { value: 'failed', text: t('desk.logs.failed') },
          ]}
          chosen={filter}
          onChoose={list.narrow}
        />
      </div>
      <ListView
        headingId={headingId}
        list={list}
        query={query}
        columns={columns}
        keyOf={({ id }) => String(id)}
        failed="desk.logs.loadFailed"
        empty="desk.logs.empty"
        pageSize={listSizes.deskPage}
      />
    </>
  );
}
