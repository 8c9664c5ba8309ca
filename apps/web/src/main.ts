import './styles/site.css';
import { armCrashScreen, showCrash } from '#app/crash-screen.ts';
import { isPainted, pageCode } from '#platform/data-block.ts';
import { keepEarlyActs } from '#platform/early-acts.ts';
import { firstPaint } from '#platform/first-paint.ts';
import { logFailure } from '#platform/log.ts';
import { nextTask } from '#platform/next-task.ts';

armCrashScreen();
const acts = keepEarlyActs(document);

/** Files asked for in one task: each takes a phone some milliseconds, and between tasks the page can answer. */
const atOnce = 4;

/** Asks for all code early: the application would ask for the page's only once it runs. */
async function preload(files: readonly string[]): Promise<void> {
  for (const [index, href] of files.entries()) {
    if (index % atOnce === 0) await nextTask();
    const link = document.createElement('link');
    Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href });
    document.head.append(link);
  }
}

/** A painted page reads without any code, so until it is painted the line is left to what it is painted with. */
async function begin(): Promise<void> {
  if (isPainted(document)) await firstPaint();
  await preload(pageCode(document));
  // Run in one go with the rest it would keep the page from answering for longer than a person notices.
  await import('#platform/dom.ts');
  await nextTask();
  await import('#platform/i18n.ts');
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
