import { useEffect, useState, type ReactNode } from 'react';
import { RouterProvider, type createBrowserRouter } from 'react-router';
import type { Language } from '@bkksiam/domain/languages';
import type { ReadyAnswer } from '#platform/first-view.ts';
import { changeLanguage } from '#platform/i18n.ts';
import { logFailure } from '#platform/log.ts';
import { QueryShelf, QueryShelfContext } from '#platform/query-shelf.ts';
import { SessionProvider, useSession } from '#platform/session.tsx';
import { Toasts } from './toasts.tsx';
import { showCrash } from './crash-screen.ts';

/** What stands around the pages, here and where they are painted: what has been read, the session, the toasts. */
export function AppFrame({
  shelf,
  children,
  aside,
}: {
  readonly shelf: QueryShelf;
  readonly children: ReactNode;
  /** Draws nothing. A slot of its own, because the ids of what is painted follow from the places of the elements. */
  readonly aside?: ReactNode;
}) {
  return (
    <QueryShelfContext value={shelf}>
      <SessionProvider>
        {children}
        <Toasts />
        {aside}
      </SessionProvider>
    </QueryShelfContext>
  );
}

/** Switches to the saved language, where the page came painted in another and every part of it has been taken over. */
function SavedLanguage({ language }: { readonly language: Language }) {
  // The first news of the session waits for those parts.
  const { loading } = useSession();
  useEffect(() => {
    if (loading) return;
    changeLanguage(language).catch((error: unknown) => {
      logFailure('the saved language could not be restored', error);
    });
  }, [loading, language]);
  return null;
}

export interface AppProps {
  readonly router: ReturnType<typeof createBrowserRouter>;
  /** What came with the page. */
  readonly ready?: readonly ReadyAnswer[] | undefined;
  /** The language to go on in, where it is not the painted page's. */
  readonly saved?: Language | undefined;
}

/** The whole site in a browser. */
export function App({ router, ready, saved }: AppProps) {
  const [shelf] = useState(() => new QueryShelf(ready));
  return (
    <AppFrame shelf={shelf} aside={saved && <SavedLanguage language={saved} />}>
      {/* Not as transitions: what follows a navigation, such as the end of a session, must not be drawn before it. */}
      <RouterProvider router={router} useTransitions={false} onError={showCrash} />
    </AppFrame>
  );
}
