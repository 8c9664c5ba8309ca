import type { Language } from '@bkksiam/domain/languages';
import { render } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import i18next from 'i18next';
import { onTestFinished, vi } from 'vitest';
import { App } from '#app/app.tsx';
import { createAppRouter } from '#app/router.tsx';
import { changeLanguage, startTranslations } from '#platform/i18n.ts';
import { supabase } from '#platform/supabase.ts';
import { credentialsOf, type Viewer } from './backend.ts';

/** Keeps what waits for the first paint waiting, the session among it, until it is let go. */
function holdFrames(): () => void {
  const held: FrameRequestCallback[] = [];
  const hold = vi
    .spyOn(globalThis, 'requestAnimationFrame')
    .mockImplementation((callback) => held.push(callback));
  return () => {
    hold.mockRestore();
    for (const callback of held) callback(performance.now());
  };
}

export interface Screen {
  readonly user: UserEvent;
  readonly router: ReturnType<typeof createAppRouter>;
  /** Lets the first paint happen, where it was held. */
  readonly paint: () => void;
  /** Closes the page before the test is over. */
  readonly unmount: () => void;
}

async function speak(language: Language): Promise<void> {
  if (!i18next.isInitialized) await startTranslations();
  await changeLanguage(language);
}

/** Signs in at the client, as if it had been done on an earlier page. */
async function becomeViewer(viewer: Viewer): Promise<void> {
  const { auth } = await supabase();
  await auth.signOut({ scope: 'local' });
  if (viewer === 'visitor') return;
  const { error } = await auth.signInWithPassword(credentialsOf(viewer));
  if (error !== null) throw error;
}

function open(address: string, holdPaint: boolean): Screen {
  window.history.pushState(null, '', address);
  const router = createAppRouter(false);
  onTestFinished(() => router.dispose());
  const paint = holdPaint ? holdFrames() : () => undefined;
  const { unmount } = render(<App router={router} />);
  return { user: userEvent.setup(), router, paint, unmount };
}

/**
 * Opens the real site at an address, as somebody, in a language, on the file's backend (`withBackend`).
 *
 * @returns the person's hands, and the router to look at the address
 */
export async function renderApp({
  path,
  as = 'visitor',
  language = 'en',
  holdPaint = false,
}: {
  readonly path: string;
  readonly as?: Viewer;
  readonly language?: Language;
  /** Stays in the moment before the first paint, when the session is not known yet. */
  readonly holdPaint?: boolean;
}): Promise<Screen> {
  await speak(language);
  await becomeViewer(as);
  return open(path, holdPaint);
}

/**
 * Opens an address that a mailed link leads to. The client reads the address once, when it is made, so this is the
 * first thing a test file does with the site, and done once in it.
 */
export async function openLink(address: string, language: Language = 'en'): Promise<Screen> {
  await speak(language);
  return open(address, false);
}
