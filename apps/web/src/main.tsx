import './styles/site.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '#app/app.tsx';
import { armCrashScreen, showCrash } from '#app/crash-screen.ts';
import { createAppRouter } from '#app/router.tsx';
import { settings } from '#platform/env.ts';
import { startTranslations } from '#platform/i18n.ts';
import { restoreTheme } from '#platform/theme.ts';

armCrashScreen();
restoreTheme();
// Radix's scroll lock adds a style element; under this name it finds the nonce that lets it pass the page's policy.
Object.assign(globalThis, { __webpack_nonce__: settings().styleNonce });

const router = createAppRouter();

function mount(): void {
  const place = document.getElementById('root');
  if (place === null) throw new Error('the page has no place for the app');
  createRoot(place, { onUncaughtError: showCrash }).render(
    <StrictMode>
      <App router={router} />
    </StrictMode>,
  );
}

startTranslations().then(mount).catch(showCrash);
