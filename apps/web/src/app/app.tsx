import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { LucideProvider } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { RouterProvider, type createBrowserRouter } from 'react-router';
import type { Language } from '@bkksiam/domain/languages';
import { changeLanguage } from '#platform/i18n.ts';
import { logRejection } from '#platform/log.ts';
import { useSessionEvents } from '#platform/session-events.ts';
import { memberOf, sessionStore } from '#platform/session.ts';
import { ToastRegion } from '#platform/toast-region.tsx';
import { showCrash } from './crash-screen.ts';
import { PageLoadError } from './page-error.tsx';

/** The providers above all routes, the same in the browser and on the server. */
export function AppProviders({
  queryClient,
  children,
}: {
  readonly queryClient: QueryClient;
  readonly children: ReactNode;
}) {
  return (
    <QueryClientProvider client={queryClient}>
      <LucideProvider strokeWidth={1.6}>
        {children}
        <ToastRegion />
      </LucideProvider>
    </QueryClientProvider>
  );
}

/** `PageError` handles pages that could not be loaded; other errors end the application (spec §1). */
function onRouteError(error: unknown): void {
  if (!(error instanceof PageLoadError)) showCrash(error);
}

export interface AppProps {
  readonly router: ReturnType<typeof createBrowserRouter>;
  readonly queryClient: QueryClient;
  /** The language to switch to after hydration, if the page came in the other one. */
  readonly language?: Language | undefined;
}

export function App({ router, queryClient, language }: AppProps) {
  useSessionEvents();
  useEffect(() => {
    // Another member must not see the cache.
    return sessionStore.subscribe((now, before) => {
      const member = memberOf(before);
      if (member !== null && member.id !== memberOf(now)?.id) queryClient.clear();
    });
  }, [queryClient]);
  useEffect(() => {
    // Journeys wait for it: a press of a button before hydration does nothing.
    document.documentElement.dataset.hydrated = '';
  }, []);
  useEffect(() => {
    if (language === undefined) return;
    logRejection('the saved language could not be loaded', changeLanguage(language));
  }, [language]);
  return (
    <AppProviders queryClient={queryClient}>
      {/* In a transition, a navigation could be rendered after a later update, such as the end of the session. */}
      <RouterProvider router={router} useTransitions={false} onError={onRouteError} />
    </AppProviders>
  );
}
