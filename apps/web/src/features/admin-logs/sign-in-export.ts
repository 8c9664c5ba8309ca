import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { csvLine } from '@bkksiam/domain/csv';
import { bangkokTimestamp } from '@bkksiam/domain/date-text';
import { bangkokToday } from '#platform/bangkok-clock.ts';
import { showToast } from '#platform/toast.ts';
import { saveCsv } from '#platform/save-file.ts';
import { readSignIns, signInList, type SignIn, type SignInFilter } from './sign-ins-data.ts';

/** The lines of the file in the language of the page, with Bangkok times. */
function useLines(): (rows: readonly SignIn[]) => string[] {
  const { t } = useTranslation();
  const header = [
    t('admin.logs.column.time'),
    t('field.email'),
    t('admin.logs.column.result'),
    t('admin.logs.file.event'),
    t('admin.logs.file.member'),
  ];
  const cells = ({ created_at, email, success, event, user_id }: SignIn) => [
    bangkokTimestamp(created_at) ?? created_at,
    email ?? '',
    t(success ? 'admin.logs.succeeded' : 'admin.logs.failed'),
    event,
    user_id,
  ];
  return (rows) => [csvLine(header), ...rows.map((row) => csvLine(cells(row)))];
}

/** Exports all matching sign-ins, not only the page on screen, to a file named by the day in Bangkok. */
export function useSignInExport(filter: SignInFilter) {
  const lines = useLines();
  const controller = useRef(new AbortController());
  useEffect(() => () => controller.current.abort(), []);
  const { isPending, mutate } = useMutation({
    mutationKey: [...signInList.key, 'export'],
    meta: { errorToast: 'admin.logs.exportFailed' },
    mutationFn: () => {
      controller.current = new AbortController();
      return readSignIns(filter, controller.current.signal);
    },
    onSuccess: ({ rows, complete }) => {
      saveCsv(`sign-ins-${bangkokToday()}.csv`, lines(rows));
      showToast({
        title: 'admin.logs.exported',
        description: complete ? 'admin.logs.exportedText' : 'admin.logs.exportedPart',
        values: { count: rows.length },
      });
    },
  });
  return { busy: isPending, start: () => mutate() };
}
