import './styles/site.css';
import { armCrashScreen, showCrash } from '#app/crash-screen.ts';
import { isPainted, pageCode } from '#platform/data-block.ts';
import { keepEarlyActs } from '#platform/early-acts.ts';
import { firstPaint } from '#platform/first-paint.ts';
import { logFailure } from '#platform/log.ts';
import { nextTask } from '#platform/next-task.ts';

armCrashScreen();
const acts = keepEarlyActs(document);

/** Asks for all code at once: the application would ask for the page's only once it runs. */
function preload(file: string): void {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href: file });
  document.head.append(link);
}

/** A painted page reads without any code, so until it is painted the line is left to what it is painted with. */
async function begin(): Promise<void> {
  if (isPainted(document)) await firstPaint();
  pageCode(document).forEach(preload);
  // Run in one go with the rest it would keep the page from answering for longer than a person notices.
  await import('#platform/dom.ts');
  await nextTask();
  const { start } = await import('#app/start.tsx');
  await nextTask();
  await start(acts);
}

begin().catch((error: unknown) => {
  // The line was lost before the code came: what is painted still reads, and a reload may bring the rest.
  if (isPainted(document)) logFailure('the application could not be loaded', error);
  else showCrash(error);
});
