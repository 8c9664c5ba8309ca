import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useBeforeUnload, useBlocker } from 'react-router';
import {
  answerLeaveQuestion,
  discardShownChanges,
  hasUnsavedChanges,
  useLeaveQuestion,
} from '#platform/unsaved-changes.ts';
import { ConfirmDialog } from '#ui/dialog.tsx';

/** Has the browser ask before a reload, a closed tab or another site. */
function askInBrowser(event: BeforeUnloadEvent): void {
  if (hasUnsavedChanges()) event.preventDefault();
}

/** The layout route of pages with forms: asks the user before leaving one with unsaved changes. */
export function Component() {
  const { t } = useTranslation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      // A form may be opened by a search parameter of a list page.
      hasUnsavedChanges() &&
      (currentLocation.pathname !== nextLocation.pathname ||
        currentLocation.search !== nextLocation.search),
  );
  const { answer } = useLeaveQuestion();
  useEffect(() => () => answerLeaveQuestion(false), []);
  useBeforeUnload(askInBrowser);
  function stay() {
    answerLeaveQuestion(false);
    blocker.reset?.();
  }
  function leave() {
    answerLeaveQuestion(true);
    if (blocker.state !== 'blocked') return;
    discardShownChanges();
    blocker.proceed();
  }
  return (
    <>
      <Outlet />
      <ConfirmDialog
        open={answer !== undefined || blocker.state === 'blocked'}
        onCancel={stay}
        onConfirm={leave}
        title={t('members.leave.title')}
        text={t('members.leave.text')}
        confirmLabel={t('members.leave.leave')}
        cancelLabel={t('members.leave.stay')}
      />
    </>
  );
}
