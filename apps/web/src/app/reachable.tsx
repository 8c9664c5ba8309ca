import { useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import type { LazyRouteFunction, RouteObject } from 'react-router';
import { logFailure } from '#platform/log.ts';
import { Button } from '#ui/button.tsx';
import { Alert } from '#ui/feedback.tsx';
import { usePageHandle } from './page-handle.ts';

type Load = LazyRouteFunction<RouteObject>;

/** In place of a page whose code did not come: says so, and asks again where the connection is back. */
function Unreachable({ load }: { readonly load: Load }) {
  const { t } = useTranslation();
  const handle = usePageHandle();
  const [Page, setPage] = useState<ComponentType>();
  const [asking, setAsking] = useState(false);
  if (Page) return <Page />;
  function tryAgain() {
    setAsking(true);
    load()
      .then(({ Component }) => Component && setPage(() => Component))
      .catch((error: unknown) => logFailure('the page did not come again', error))
      .finally(() => setAsking(false));
  }
  return (
    <div className="wrap grid gap-6 py-12 lg:py-20">
      <h1 className="text-3xl">{handle && t(handle.title)}</h1>
      <Alert
        title={t('pages.unreachable')}
        action={
          <Button tone="secondary" size="sm" busy={asking} onClick={tryAgain}>
            {t('action.tryAgain')}
          </Button>
        }
      >
        {t('pages.legal.failedText')}
      </Alert>
    </div>
  );
}

/**
 * A page that comes when it is asked for. Without a connection it cannot, which is no reason for the error box: the
 * frame of the site stays and says what is wrong.
 */
export function reachable(load: Load): Load {
  return () =>
    load().catch((error: unknown) => {
      logFailure('the page did not come', error);
      return { Component: () => <Unreachable load={load} /> };
    });
}
