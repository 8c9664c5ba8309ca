import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { existsWith, pages } from '#pages.ts';
import { settings } from '#platform/env.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import type { TableColumn } from '#ui/data-table.tsx';
import { EmailText } from '#ui/email-text.tsx';
import { BangkokTime } from '#entities/calendar/bangkok-time.tsx';
import { ListView } from '#list/list-view.tsx';
import { useSignInExport } from './sign-in-export.ts';
import { signInList, type SignIn } from './sign-ins-data.ts';
import { useList } from '#list/use-list.ts';

function useColumns(): readonly TableColumn<SignIn>[] {
  const { t } = useTranslation();
  return [
    {
      header: t('admin.logs.column.time'),
      sortBy: 'created_at',
      phone: 'main',
      cell: ({ created_at: at }) => <BangkokTime at={at} className="num whitespace-nowrap" />,
    },
    {
      header: t('admin.logs.column.member'),
      breaks: true,
      cell: ({ email }) => (
        <span className="font-mid">
          {email === null ? t('admin.logs.withoutEmail') : <EmailText address={email} />}
        </span>
      ),
    },
    {
      header: t('admin.logs.column.result'),
      phone: 'corner',
      cell: ({ success }) => (
        <Chip tone={success ? 'ok' : 'bad'}>
          {t(success ? 'admin.logs.succeeded' : 'admin.logs.failed')}
        </Chip>
      ),
    },
  ];
}

function OpeningsLink() {
  const { t } = useTranslation('adminRefunds');
  return (
    <Link to={pages.adminOpenings.href()} className={buttonClass({ tone: 'link' })}>
      {t('openings.title')}
    </Link>
  );
}

/** The login log (spec §1). */
export function Component() {
  const { t } = useTranslation();
  const list = useList(signInList);
  const columns = useColumns();
  const exporting = useSignInExport(list.params);
  return (
    <ListView
      texts="admin.logs."
      action={existsWith(settings().features, pages.adminOpenings) && <OpeningsLink />}
      tool={
        <Button
          tone="secondary"
          busy={exporting.busy}
          busyText={t('admin.logs.exporting')}
          onClick={exporting.start}
        >
          <Download className="size-5" />
          {t('admin.logs.export')}
        </Button>
      }
      filter={{
        label: t('admin.logs.column.result'),
        textOf: (result) => t(`admin.logs.${result}`),
      }}
      list={list}
      opens={false}
      columns={columns}
    />
  );
}
