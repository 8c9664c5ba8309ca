import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import type { TextKey } from '#platform/i18n.ts';
import { logFailure } from '#platform/log.ts';
import { reloadPage } from '#platform/lazy-components.ts';
import { TryAgain } from '#platform/query-fallback.tsx';
import { Alert } from '#ui/feedback.tsx';
import { usePageHandle } from '#platform/page-handle.ts';
import { PageHead } from '#platform/page-head.tsx';

/** The code of a page could not be loaded. */
export class PageLoadError extends Error {}

/** Loads a part of a page once; a failure is logged and shown by `PageError`. */
export function loadOnce<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let loading: Promise<Part> | undefined;
  return () => {
    loading ??= load().catch((cause: unknown) => {
      logFailure('the code of the page could not be loaded', cause);
      throw new PageLoadError('the code of the page could not be loaded', { cause });
    });
    return loading;
  };
}

/** The error boundary of the pages: keeps the layout and offers a retry. The crash screen shows all other errors. */
export function PageError() {
  const { t } = useTranslation();
  const handle = usePageHandle();
  const [busy, setBusy] = useState(false);
  if (!(useRouteError() instanceof PageLoadError)) return null;
  async function reload() {
    setBusy(true);
    await reloadPage().finally(() => setBusy(false));
  }
  return (
    <div className="wrap grid gap-6 py-12 lg:py-20">
      {handle?.hasOwnHead && <PageHead />}
      <h1 className="text-3xl">{handle && t(handle.title as TextKey)}</h1>
      <Alert
        title={t('pages.unreachable')}
        action={<TryAgain query={{ refetch: reload, isFetching: busy }} />}
      >
        {t('pages.legal.failedText')}
      </Alert>
    </div>
  );
}
