import { hydrate, type DehydratedState } from '@tanstack/react-query';
import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { toLanguage } from '@bkksiam/domain/languages';
import { jsonBlock, settings } from '#platform/env.ts';
import { loadTexts, savedLanguage, startTranslations } from '#platform/i18n.ts';
import { logFailure } from '#platform/log.ts';
import { pageHandleOf } from '#platform/page-handle.ts';
import { removeServerHead } from '#platform/page-head.tsx';
import { createQueryClient } from '#platform/query-client.ts';
import { restoreTheme } from '#platform/theme.ts';
import { App } from '#app/app.tsx';
import { showCrash } from '#app/crash-screen.ts';
import { createRoutes, pagesWith } from './routes.tsx';
import { createAppRouter, currentRoutes, loadRoutes, namespacesOf } from '#app/router.ts';

/**
 * Hydrates the root element, or renders into it, once the first render has what it needs: the texts and the code of
 * the routes at the address.
 *
 * @param isRendered the server rendered the page: it is hydrated in its language
 * @throws if a file could not be fetched
 */
export async function mount(root: HTMLElement, isRendered: boolean): Promise<void> {
  restoreTheme();
  // Radix's scroll lock adds a style element, which needs the nonce to pass the page's policy.
  Object.assign(globalThis, { __webpack_nonce__: settings().styleNonce });
  const language = isRendered ? toLanguage(document.documentElement.lang) : undefined;
  // Read before the translations start: they remember the page's language.
  const saved = language === undefined ? undefined : savedLanguage();
  const routes = createRoutes(pagesWith(settings().features));
  const shown = currentRoutes(routes);
  const handle = pageHandleOf(shown);
  await Promise.all([
    loadRoutes(shown),
    startTranslations({ language, namespaces: namespacesOf(handle) }),
  ]);
  await loadTexts(handle?.texts);
  const queryClient = createQueryClient();
  const dehydrated = jsonBlock(document, 'dehydrated-state') as DehydratedState | null;
  if (dehydrated !== null) hydrate(queryClient, dehydrated);
  const rendered = isRendered ? shown : undefined;
  const router = await createAppRouter({ routes, queryClient, rendered });
  const app = (
    <StrictMode>
      <App
        router={router}
        queryClient={queryClient}
        language={saved === language ? undefined : saved}
      />
    </StrictMode>
  );
  if (!isRendered) {
    removeServerHead();
    createRoot(root, { onUncaughtError: showCrash }).render(app);
    return;
  }
  startTransition(() => {
    hydrateRoot(root, app, {
      onUncaughtError: showCrash,
      onRecoverableError: (error) => logFailure('hydration failed', error),
    });
  });
}
