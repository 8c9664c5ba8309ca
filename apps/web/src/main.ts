import './styles/site.css';
import { armCrashScreen, showCrash } from '#app/crash-screen.ts';
import { pageCode } from '#platform/data-block.ts';
import { firstPaint } from '#platform/first-paint.ts';

armCrashScreen();

/** Asks for the page's own code beside the application's, which would ask for it only once it runs. */
function preload(file: string): void {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href: file });
  document.head.append(link);
}

/** A painted page reads without any code, so until it is painted the line is left to what it is painted with. */
async function begin(): Promise<void> {
  await firstPaint();
  pageCode(document).forEach(preload);
  const { start } = await import('#app/start.tsx');
  await start();
}

begin().catch(showCrash);
