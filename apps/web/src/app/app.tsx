import { useState } from 'react';
import { RouterProvider, type createBrowserRouter } from 'react-router';
import { QueryShelf, QueryShelfContext } from '#platform/query-shelf.ts';
import { SessionProvider } from '#platform/session.tsx';
import { Toasts } from './toasts.tsx';
import { showCrash } from './crash-screen.ts';

export interface AppProps {
  readonly router: ReturnType<typeof createBrowserRouter>;
}

/** The whole site: what has been read, the session, the pages, and toasts above them all. */
export function App({ router }: AppProps) {
  const [shelf] = useState(() => new QueryShelf());
  return (
    <QueryShelfContext value={shelf}>
      <SessionProvider>
        {/* Not as transitions: what follows a navigation, such as the end of a session, must not be drawn before it. */}
        <RouterProvider router={router} useTransitions={false} onError={showCrash} />
        <Toasts />
      </SessionProvider>
    </QueryShelfContext>
  );
}
