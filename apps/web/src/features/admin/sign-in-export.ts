import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { csvLine, csvStart } from '@bkksiam/domain/csv';
import { bangkokTimestamp } from '@bkksiam/domain/date-text';
import { messageOf } from '#platform/backend-error.ts';
import { useLanguage } from '#platform/i18n.ts';
import { logFailure } from '#platform/log.ts';
import { saveFile } from '#platform/save-file.ts';
import { showToast } from '#platform/toast.ts';
import { readSignIns, type SignIn, type SignInNarrowing } from './sign-ins-data.ts';

/** The lines of a file of sign-ins in the language on screen; its times are Bangkok's. */
function useLines(): (rows: readonly SignIn[]) => string[] {
  const { t } = useTranslation();
  const header = [
    t('desk.logs.file.time'),
    t('desk.logs.file.email'),
    t('desk.logs.file.result'),
    t('desk.logs.file.event'),
    t('desk.logs.file.member'),
  ];
  const line = ({ created_at, email, success, event, user_id }: SignIn) => [
    bangkokTimestamp(created_at) ?? created_at,
    email ?? '',
    t(success ? 'desk.logs.succeeded' : 'desk.logs.failed'),
    event,
    user_id,
  ];
  return (rows) => [csvLine(header), ...rows.map((row) => csvLine(line(row)))];
}

/** Writes all sign-ins that fit, not only those on screen, to a file named by the day in Bangkok. */
export function useSignInExport(narrowing: SignInNarrowing) {
  const lines = useLines();
  const number = new Intl.NumberFormat(useLanguage());
  const reading = useRef(new AbortController());
  useEffect(() => () => reading.current.abort(), []);
  const { isPending, mutate } = useMutation({
    mutationFn: () => {
      reading.current = new AbortController();
      return readSignIns(narrowing, reading.current.signal);
    },
    onSuccess: ({ rows, complete }) => {
      const day = bangkokTimestamp(new Date().toISOString())?.slice(0, 10) ?? '';
      const type = 'text/csv;charset=utf-8';
      saveFile(`sign-ins-${day}.csv`, new Blob([csvStart, ...lines(rows)], { type }));
      showToast({
        title: 'desk.logs.exported',
        description: complete ? 'desk.logs.exportedText' : 'desk.logs.exportedPart',
        values: { count: rows.length, rows: number.format(rows.length) },
      });
    },
    onError: (error) => {
      if (reading.current.signal.aborted) return;
      logFailure('the sign-ins could not be exported', error);
      showToast({
        title: 'desk.logs.exportFailed',
        description: { text: messageOf(error) },
        tone: 'destructive',
      });
    },
  });
  return {
    busy: isPending,
    start: () => {
      if (!isPending) mutate();
    },
  };
}
