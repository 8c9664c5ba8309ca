import { useEffect, useState, type ReactNode } from 'react';
import { RouterProvider, type createBrowserRouter } from 'react-router';
import type { Language } from '@bkksiam/domain/languages';
import type { ReadyAnswer } from '#platform/first-view.ts';
import type { EarlyActs } from '#platform/early-acts.ts';
import { changeLanguage } from '#platform/i18n.ts';
import { logFailure } from '#platform/log.ts';
import { QueryShelf, QueryShelfContext } from '#platform/query-shelf.ts';
import { SessionProvider } from '#platform/session.tsx';
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

/** Goes on where the person who read the painted page has got to. */
function Continuation({
  saved,
  acts,
}: {
  readonly saved: Language | undefined;
  readonly acts: EarlyActs;
}) {
  useEffect(() => {
    acts.repeat();
    if (saved === undefined) return;
    changeLanguage(saved).catch((error: unknown) => {
      logFailure('the saved language could not be spoken', error);
    });
  }, [saved, acts]);
  return null;
}

export interface AppProps {
  readonly router: ReturnType<typeof createBrowserRouter>;
  /** What came with the page. */
  readonly ready?: readonly ReadyAnswer[] | undefined;
  /** The language to go on in, where it is not the painted page's. */
  readonly saved?: Language | undefined;
  /** What was done on the painted page. */
  readonly acts?: EarlyActs | undefined;
}

/** The whole site in a browser. */
export function App({ router, ready, saved, acts }: AppProps) {
  const [shelf] = useState(() => new QueryShelf(ready));
  return (
    <AppFrame shelf={shelf} aside={acts && <Continuation saved={saved} acts={acts} />}>
      {/* Not as transitions: what follows a navigation, such as the end of a session, must not be drawn before it. */}
      <RouterProvider router={router} useTransitions={false} onError={showCrash} />
    </AppFrame>
  );
}
