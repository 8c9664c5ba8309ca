import './styles/site.css';
import { armCrashScreen, showCrash } from '#app/crash-screen.ts';
import { logFailure } from '#platform/log.ts';

const root = document.getElementById('root');
/** The server rendered the page: it is readable before hydration. */
const isRendered = root?.hasAttribute('data-server-rendered') ?? false;

const longestWaitMs = 3000;

/** Resolves after the browser's first paint; at once in a background tab, which paints nothing. */
function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => resolve();
    if (document.hidden) done();
    else if (PerformanceObserver.supportedEntryTypes.includes('paint')) {
      new PerformanceObserver(done).observe({ type: 'paint', buffered: true });
      // A tab that moves to the background may never paint.
      setTimeout(done, longestWaitMs);
    } else requestAnimationFrame(done);
  });
}

/** Loads the application and its texts after the first paint, so that they do not delay stylesheet and fonts. */
async function start(): Promise<void> {
  if (root === null) throw new Error('the page has no root element');
  if (isRendered) await firstPaint();
  for (const texts of document.querySelectorAll<HTMLLinkElement>('link[data-rel=preload]')) {
    texts.rel = 'preload';
  }
  const { mount } = await import('./mount.tsx');
  await mount(root, isRendered);
}

armCrashScreen();
start().catch((error: unknown) => {
  if (isRendered) logFailure('the application could not be loaded', error);
  else showCrash(error);
});
