import { useState, type ReactNode } from 'react';
import { RouterProvider, type createBrowserRouter } from 'react-router';
import type { ReadyAnswer } from '#platform/first-view.ts';
import { QueryShelf, QueryShelfContext } from '#platform/query-shelf.ts';
import { SessionProvider } from '#platform/session.tsx';
import { Toasts } from './toasts.tsx';
import { showCrash } from './crash-screen.ts';

/** What stands around the pages, here and where they are painted: what has been read, the session, the toasts. */
export function AppFrame({
  shelf,
  children,
}: {
  readonly shelf: QueryShelf;
  readonly children: ReactNode;
}) {
  return (
    <QueryShelfContext value={shelf}>
      <SessionProvider>
        {children}
        <Toasts />
      </SessionProvider>
    </QueryShelfContext>
  );
}

export interface AppProps {
  readonly router: ReturnType<typeof createBrowserRouter>;
  /** What came with the page. */
  readonly ready?: readonly ReadyAnswer[];
}

/** The whole site in a browser. */
export function App({ router, ready }: AppProps) {
  const [shelf] = useState(() => new QueryShelf(ready));
  return (
    <AppFrame shelf={shelf}>
      {/* Not as transitions: what follows a navigation, such as the end of a session, must not be drawn before it. */}
      <RouterProvider router={router} useTransitions={false} onError={showCrash} />
    </AppFrame>
  );
}
