import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useBlocker } from 'react-router';
import { askLeaversBy, discardShownWork, hasUnsentWork } from '#platform/unsent-work.ts';
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

/** Asks, once, whoever goes away from a page that holds something unsent. */
export function LeaveQuestion() {
  const { t } = useTranslation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      // A form may stand in the search part of the address, beside a list.
      hasUnsentWork() &&
      (currentLocation.pathname !== nextLocation.pathname ||
        currentLocation.search !== nextLocation.search),
  );
  const { asking, answer } = useAsker();
  useBrowsersQuestion();
  function stay() {
    answer(false);
    blocker.reset?.();
  }
  function leave() {
    answer(true);
    if (blocker.state !== 'blocked') return;
    discardShownWork();
    blocker.proceed();
  }
  return (
    <ConfirmDialog
      open={asking || blocker.state === 'blocked'}
      onCancel={stay}
      onConfirm={leave}
      title={t('members.leave.title')}
      text={t('members.leave.text')}
      confirmLabel={t('members.leave.leave')}
      cancelLabel={t('members.leave.stay')}
    />
  );
}

/** Around pages with forms, which may be left with something unsent. */
export function Component() {
  return (
    <>
      <Outlet />
      <LeaveQuestion />
    </>
  );
}
