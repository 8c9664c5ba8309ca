import { useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import type { LazyRouteFunction, RouteObject } from 'react-router';
import { logFailure } from '#platform/log.ts';
import { openAnew } from '#platform/open-anew.ts';
import { Button } from '#ui/button.tsx';
import { Alert } from '#ui/feedback.tsx';
import { usePageHandle } from './page-handle.ts';

type Load = LazyRouteFunction<RouteObject>;

/**
 * Gives the page, or opens its address anew: a browser may remember for as long as a document lives that some code did
 * not come, and never ask for it again.
 */
async function loadAgain(load: Load): Promise<ComponentType | undefined> {
  try {
    return (await load()).Component ?? undefined;
  } catch (error) {
    logFailure('the page did not come again', error);
    await openAnew();
    return undefined;
  }
}

/** In place of a page whose code did not come: says so, and asks again where the connection is back. */
function Unreachable({ load }: { readonly load: Load }) {
  const { t } = useTranslation();
  const handle = usePageHandle();
  const [Page, setPage] = useState<ComponentType>();
  const [asking, setAsking] = useState(false);
  if (Page) return <Page />;
  function tryAgain() {
    setAsking(true);
    loadAgain(load)
      .then((Loaded) => Loaded && setPage(() => Loaded))
      .catch((error: unknown) => logFailure('the page could not be opened anew', error))
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
