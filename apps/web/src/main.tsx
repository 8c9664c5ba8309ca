import './styles/site.css';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from '#app/app.tsx';
import { armCrashScreen, showCrash } from '#app/crash-screen.ts';
import { createAppRouter, loadPage } from '#app/router.tsx';
import { settings } from '#platform/env.ts';
import { readFirstView, type FirstView } from '#platform/first-view.ts';
import { changeLanguage, startTranslations } from '#platform/i18n.ts';
import { logFailure } from '#platform/log.ts';
import { restoreTheme } from '#platform/theme.ts';

armCrashScreen();
restoreTheme();
// Radix's scroll lock adds a style element; under this name it finds the nonce that lets it pass the page's policy.
Object.assign(globalThis, { __webpack_nonce__: settings().styleNonce });

function mount(view: FirstView | undefined): void {
  const place = document.getElementById('root');
  if (place === null) throw new Error('the page has no place for the app');
  const app = (
    <StrictMode>
      <App router={createAppRouter()} {...(view && { ready: view.answers })} />
    </StrictMode>
  );
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

function afterLoad(work: () => void): void {
  if (document.readyState === 'complete') work();
  else window.addEventListener('load', work, { once: true });
}

async function start(): Promise<void> {
  const view = readFirstView(document);
  const [saved] = await Promise.all([startTranslations(view), loadPage(window.location.pathname)]);
  mount(view);
  if (saved === undefined) return;
  afterLoad(() => {
    changeLanguage(saved).catch((error: unknown) => {
      logFailure('the saved language could not be restored', error);
    });
  });
}

start().catch(showCrash);
