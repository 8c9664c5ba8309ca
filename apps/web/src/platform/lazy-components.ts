import { lazy, useEffect, useState, type ComponentType } from 'react';
import { logFailure } from './log.ts';
import { showToast, type Toast } from './toast.ts';

/**
 * Prefetches a lazy chunk. A failed prefetch is ignored: the real import reports it.
 *
 * @param load the same function at every render
 */
export function usePrefetch(load: () => Promise<unknown>, enabled = true): void {
  useEffect(() => {
    if (enabled) load().catch(() => undefined);
  }, [load, enabled]);
}

/** A lazy component. If its code cannot be loaded, the fallback is shown and the page stays. */
export function lazyComponent<Props>(
  load: () => Promise<ComponentType<Props>>,
  Fallback: ComponentType<Props>,
) {
  return lazy(() =>
    load()
      .catch((error: unknown) => {
        logFailure('the code of a component could not be loaded', error);
        return Fallback;
      })
      .then((Part) => ({ default: Part })),
  );
}

/**
 * A hook that gives a component whose code is fetched after hydration; undefined until then, and if it cannot be loaded.
 * Boundaries of lazy components would show that of one field a moment before the others.
 */
export function lateComponent<Props>(load: () => Promise<ComponentType<Props> | undefined>) {
  let Loaded: ComponentType<Props> | undefined;
  return function useLateComponent(): {
    readonly Part: ComponentType<Props> | undefined;
  } {
    const [Part, setPart] = useState(() => Loaded);
    useEffect(() => {
      load()
        .then((loaded) => {
          Loaded = loaded;
          setPart(() => loaded);
        })
        .catch((error: unknown) =>
          logFailure('the code of a component could not be loaded', error),
        );
    }, []);
    return { Part };
  };
}

/**
 * A component whose code is loaded when it is opened. If it cannot be loaded, a toast is shown and nothing opens.
 *
 * @returns the component while it is open
 */
export function useLazyPanel<Props>(
  load: () => Promise<ComponentType<Props>>,
  failure: Pick<Toast, 'title' | 'description'> = {
    title: 'pages.unreachable',
    description: 'pages.legal.failedText',
  },
) {
  const [Panel, setPanel] = useState<ComponentType<Props>>();
  function open() {
    load()
      .then((Loaded) => setPanel(() => Loaded))
      .catch((error: unknown) => {
        logFailure('the code of a panel could not be loaded', error);
        showToast({ ...failure, tone: 'destructive' });
      });
  }
  return { Panel, open, close: () => setPanel(undefined) };
}

/**
 * Reloads the document once the site responds: browsers remember a failed import for as long as the document lives, and
 * a reload without a connection would lose the page on screen.
 *
 * @throws when the site does not respond
 */
export async function reloadPage(): Promise<void> {
  const { ok, status } = await fetch(window.location.href, { method: 'HEAD' });
  if (!ok) throw new Error(`the site responds with ${String(status)}`);
  window.location.reload();
}
