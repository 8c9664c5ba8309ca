import { useState } from 'react';
import { flushSync } from 'react-dom';
import { RouterProvider, type createBrowserRouter } from 'react-router';
import { QueryShelf, QueryShelfContext } from '#platform/query-shelf.ts';
import { SessionProvider } from '#platform/session.tsx';
import { ToastRegion } from '#platform/toast.tsx';
import { showCrash } from './crash-screen.ts';

function flush(update: () => unknown): undefined {
  flushSync(update);
}

export interface AppProps {
  readonly router: ReturnType<typeof createBrowserRouter>;
}

/** The whole site: what has been read, the session, the pages, and toasts above them all. */
export function App({ router }: AppProps) {
  const [shelf] = useState(() => new QueryShelf());
  return (
    <QueryShelfContext value={shelf}>
      <SessionProvider>
        <RouterProvider router={router} flushSync={flush} onError={showCrash} />
        <ToastRegion />
      </SessionProvider>
    </QueryShelfContext>
  );
}
