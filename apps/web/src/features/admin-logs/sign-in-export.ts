import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { bangkokTimestamp } from '@bkksiam/domain/date-text';
import { bangkokToday } from '#platform/bangkok-clock.ts';
import { showToast } from '#platform/toast.ts';
import { saveCsvRows, type CsvColumns } from '#platform/save-file.ts';
import { readSignIns, signInList, type SignIn, type SignInFilter } from './sign-ins-data.ts';

/** The columns of the file in the language of the page, with Bangkok times. */
function useColumns(): CsvColumns<SignIn> {
  const { t } = useTranslation();
  return [
    [t('admin.logs.column.time'), ({ created_at: at }) => bangkokTimestamp(at) ?? at],
    [t('field.email'), ({ email }) => email ?? ''],
    [
      t('admin.logs.column.result'),
      ({ success }) => t(success ? 'admin.logs.succeeded' : 'admin.logs.failed'),
    ],
    [t('admin.logs.file.event'), ({ event }) => event],
    [t('admin.logs.file.member'), ({ user_id: id }) => id],
  ];
}

/** Exports all matching sign-ins, not only the page on screen, to a file named by the day in Bangkok. */
export function useSignInExport(filter: SignInFilter) {
  const columns = useColumns();
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
      saveCsvRows(`sign-ins-${bangkokToday()}.csv`, columns, rows);
      showToast({
        title: 'admin.logs.exported',
        description: complete ? 'admin.logs.exportedText' : 'admin.logs.exportedPart',
        values: { count: rows.length },
      });
    },
  });
  return { busy: isPending, start: () => mutate() };
}
