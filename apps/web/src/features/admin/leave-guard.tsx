import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { askLeaversBy, forgetUnsentWork, hasUnsentWork } from '#platform/unsent-work.ts';
import { ConfirmDialog } from '#ui/dialog.tsx';

/** The browser asks in its own words before a reload, a closed tab or another site. */
function useBrowsersQuestion(): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (hasUnsentWork()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
}

/** Somebody else's question, such as the log-out's, which leaves in its own way. */
function useAsker() {
  const [asking, setAsking] = useState(false);
  const answerTo = useRef<(answer: boolean) => void>(undefined);
  useEffect(() => {
    askLeaversBy(
      () =>
        new Promise((resolve) => {
          answerTo.current?.(false);
          answerTo.current = resolve;
          setAsking(true);
        }),
    );
    return () => {
      askLeaversBy(undefined);
      answerTo.current?.(false);
    };
  }, []);
  function answer(may: boolean) {
    answerTo.current?.(may);
    answerTo.current = undefined;
    setAsking(false);
  }
  return { asking, answer };
}

/** Asks once before somebody leaves an editor that lives in the search part of its list's address. */
export function LeaveGuard() {
  const { t } = useTranslation();
  const { state, proceed, reset } = useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasUnsentWork() &&
      (currentLocation.pathname !== nextLocation.pathname ||
        currentLocation.search !== nextLocation.search),
  );
  const { asking, answer } = useAsker();
  useBrowsersQuestion();
  function stay() {
    answer(false);
    reset?.();
  }
  function leave() {
    answer(true);
    if (state !== 'blocked') return;
    forgetUnsentWork();
    proceed();
  }
  return (
    <ConfirmDialog
      open={asking || state === 'blocked'}
      onCancel={stay}
      onConfirm={leave}
      title={t('desk.news.leaveTitle')}
      text={t('desk.news.leaveText')}
      confirmLabel={t('desk.news.leave')}
      cancelLabel={t('desk.news.stay')}
    />
  );
}
