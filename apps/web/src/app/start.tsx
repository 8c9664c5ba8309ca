import { StrictMode, startTransition, type ReactNode } from 'react';
import { createRoot, hydrateRoot } from '#platform/dom.ts';
import { settings } from '#platform/env.ts';
import type { EarlyActs } from '#platform/early-acts.ts';
import { readFirstView, type FirstView } from '#platform/first-view.ts';
import { startTranslations } from '#platform/i18n.ts';
import { logFailure } from '#platform/log.ts';
import { nextTask } from '#platform/next-task.ts';
import { restoreTheme } from '#platform/theme.ts';
import { App } from './app.tsx';
import { showCrash } from './crash-screen.ts';
import { createAppRouter, loadPage } from './router.tsx';

function mount(app: ReactNode, view: FirstView | undefined): void {
  const place = document.getElementById('root');
  if (place === null) throw new Error('the page has no place for the app');
  if (view === undefined) {
    createRoot(place, { onUncaughtError: showCrash }).render(app);
    return;
  }
  // In slices between which the page answers to the person who already reads it.
  startTransition(() => {
    hydrateRoot(place, app, {
      onUncaughtError: showCrash,
      onRecoverableError: (error) => {
        logFailure('the painted page differs from the application', error);
      },
    });
  });
}

/**
 * Takes the painted page over, or draws it where it came unpainted.
 *
 * @param acts what was done on the page meanwhile
 * @throws when the site cannot work: its texts or the page's code do not come
 */
export async function start(acts: EarlyActs): Promise<void> {
  restoreTheme();
  // Radix's scroll lock adds a style element; under this name it finds the nonce that lets it pass the page's policy.
  Object.assign(globalThis, { __webpack_nonce__: settings().styleNonce });

  const view = readFirstView(document);
  await nextTask();
  const page = nextTask().then(() => loadPage(window.location.pathname));
  const [saved] = await Promise.all([startTranslations(view), page]);
  await nextTask();
  const router = createAppRouter(view !== undefined);
  await nextTask();
  mount(
    <StrictMode>
      <App router={router} ready={view?.answers} saved={saved} acts={acts} />
    </StrictMode>,
    view,
  );
}
