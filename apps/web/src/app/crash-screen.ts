let shown = false;

function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message || error.name;
  if (typeof error === 'object' && error !== null) {
    const message: unknown = Reflect.get(error, 'message');
    return typeof message === 'string' ? message : JSON.stringify(error);
  }
  return String(error);
}

/** Replaces the whole page with the error box (spec §1). The first error stays; there is no way back but a reload. */
export function showCrash(error: unknown): void {
  if (shown) return;
  shown = true;
  const box = document.createElement('div');
  const heading = document.createElement('h1');
  box.className = 'crash';
  box.lang = 'en';
  box.role = 'alert';
  heading.textContent = 'Runtime error:';
  box.append(heading, messageOf(error));
  document.title = 'Runtime error';
  document.body.replaceChildren(box);
}

function onError(event: ErrorEvent): void {
  // A harmless notice of the browser's layout.
  if (event.message.startsWith('ResizeObserver loop')) return;
  showCrash(event.error ?? event.message);
}

/**
 * Watches for uncaught errors and rejections from now on; pictures and scripts that fail to load do not reach it.
 * Returns how to stop watching and forget what was shown.
 */
export function armCrashScreen(): () => void {
  const watch = new AbortController();
  const { signal } = watch;
  window.addEventListener('error', onError, { signal });
  window.addEventListener('unhandledrejection', ({ reason }) => showCrash(reason), { signal });
  return () => {
    watch.abort();
    shown = false;
  };
}
