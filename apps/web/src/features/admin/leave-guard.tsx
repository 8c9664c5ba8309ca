import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from '#ui/dialog.tsx';

/** Asks once before somebody leaves what is not saved: by a dialog within the site, by the browser's own at its end. */
export function LeaveGuard({ unsaved }: { readonly unsaved: () => boolean }) {
  const { t } = useTranslation();
  const pressed = useRef<Element>(null);
  const { state, proceed, reset } = useBlocker(({ currentLocation, nextLocation }) => {
    const elsewhere =
      currentLocation.pathname !== nextLocation.pathname ||
      currentLocation.search !== nextLocation.search;
    if (!elsewhere || !unsaved()) return false;
    pressed.current = document.activeElement;
    return true;
  });
  useEffect(() => {
    function ask(event: BeforeUnloadEvent) {
      if (unsaved()) event.preventDefault();
    }
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [unsaved]);
  return (
    <ConfirmDialog
      open={state === 'blocked'}
      onCancel={() => reset?.()}
      onConfirm={() => proceed?.()}
      focusAfter={() => (pressed.current instanceof HTMLElement ? pressed.current : null)}
      title={t('desk.news.leaveTitle')}
      text={t('desk.news.leaveText')}
      confirmLabel={t('desk.news.leave')}
      cancelLabel={t('desk.news.stay')}
    />
  );
}
