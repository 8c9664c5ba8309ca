import type { DehydratedState } from '@tanstack/react-query';
import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { toLanguage } from '@bkksiam/domain/languages';
import { jsonBlock, settings } from '#platform/env.ts';
import { savedLanguage, startTranslations } from '#platform/i18n.ts';
import { logFailure } from '#platform/log.ts';
import { restoreTheme } from '#platform/theme.ts';
import { App, createQueryClient } from './app.tsx';
import { showCrash } from './crash-screen.ts';
import { createAppRouter, currentPath, loadRoutes, namespacesOf } from './router.ts';

/**
 * Hydrates the root element, or renders into it, once the first render has what it needs: the texts and the code of
 * the routes at the address.
 *
 * @param isRendered the server rendered the page: it is hydrated in its language
 * @throws where a file could not be fetched
 */
export async function mount(root: HTMLElement, isRendered: boolean): Promise<void> {
  restoreTheme();
  // Radix's scroll lock adds a style element, which needs the nonce to pass the page's policy.
  Object.assign(globalThis, { __webpack_nonce__: settings().styleNonce });
  const language = isRendered ? toLanguage(document.documentElement.lang) : undefined;
  // Read before the translations start: they remember the page's language.
  const saved = language === undefined ? undefined : savedLanguage();
  const path = currentPath();
  await Promise.all([
    loadRoutes(path),
    startTranslations({ language, namespaces: namespacesOf(path) }),
  ]);
  const app = (
    <StrictMode>
      <App
        router={createAppRouter(isRendered)}
        queryClient={createQueryClient()}
        dehydratedState={jsonBlock(document, 'dehydrated-state') as DehydratedState | undefined}
        language={saved === language ? undefined : saved}
      />
    </StrictMode>
  );
  if (!isRendered) {
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
