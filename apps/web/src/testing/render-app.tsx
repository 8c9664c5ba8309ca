import type { Feature } from '@bkksiam/domain/features';
import type { Language } from '@bkksiam/domain/languages';
import { isWholeSuite } from '@bkksiam/server/testing/variations';
import { act, render } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import i18next from 'i18next';
import { onTestFinished, vi } from 'vitest';
import { App } from '#app/app.tsx';
import { createAppRouter, currentRoutes, loadRoutes } from '#app/router.ts';
import { changeLanguage, startTranslations } from '#platform/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { sessionStore } from '#platform/session.ts';
import { savedSession, supabase } from '#platform/supabase.ts';
import { createRoutes, pagesWith } from '../routes.tsx';
import { sessionOf, type Viewer } from './backend.ts';

/** The languages that a screen is tested in: the one given, and both where the whole suite is asked for. */
export function languagesInTest(language: Language): readonly Language[] {
  return isWholeSuite ? ['en', 'th'] : [language];
}

/** Holds the session in the state before it is known; returns how to let it go on. */
function holdSession(): () => void {
  const { setState } = sessionStore;
  const held: (() => void)[] = [];
  const spy = vi.spyOn(sessionStore, 'setState').mockImplementation((state) => {
    held.push(() => setState(state, true));
  });
  return () => {
    spy.mockRestore();
    act(() => {
      for (const change of held) change();
    });
  };
}

export interface Screen {
  readonly user: UserEvent;
  readonly router: Awaited<ReturnType<typeof createAppRouter>>;
  /** Lets the session become known, where it was held. */
  readonly releaseSession: () => void;
  /** Closes the page before the test is over. */
  readonly unmount: () => void;
}

async function speak(language: Language): Promise<void> {
  if (!i18next.isInitialized) await startTranslations();
  await changeLanguage(language);
}

/** Gives the client the session of the viewer, as if it had been made on an earlier page. */
async function becomeViewer(viewer: Viewer): Promise<void> {
  localStorage.removeItem(savedSession.key);
  if (viewer === 'visitor') return;
  const { auth } = await supabase();
  const kept = await auth.setSession(await sessionOf(viewer));
  if (kept.error === null) return;
  const { error } = await auth.setSession(await sessionOf(viewer, { anew: true }));
  if (error !== null) throw error;
}

interface OpenOptions {
  readonly holdsSession?: boolean;
  readonly features?: readonly Feature[];
  readonly onRendered?: () => void;
}

async function open(
  address: string,
  { holdsSession = false, features = [], onRendered }: OpenOptions,
): Promise<Screen> {
  window.history.pushState(null, '', address);
  const routes = createRoutes(pagesWith(features));
  await loadRoutes(currentRoutes(routes));
  const queryClient = createQueryClient();
  const router = await createAppRouter({ routes, queryClient });
  onTestFinished(() => router.dispose());
  const releaseSession = holdsSession ? holdSession() : () => undefined;
  const { unmount } = render(<App router={router} queryClient={queryClient} />);
  onRendered?.();
  return { user: userEvent.setup(), router, releaseSession, unmount };
}

/**
 * Opens the real site at a path as a viewer, in a language, on the file's backend (`withBackend`).
 *
 * @returns the simulated user, and the router with the current location
 */
export async function renderApp({
  path,
  as = 'visitor',
  language = 'en',
  holdsSession = false,
  features = [],
}: {
  readonly path: string;
  readonly as?: Viewer;
  readonly language?: Language;
  /** Stays in the state before the session is known. */
  readonly holdsSession?: boolean;
  /** What is switched on beyond the specification. */
  readonly features?: readonly Feature[];
}): Promise<Screen> {
  await speak(language);
  await becomeViewer(as);
  return open(path, { holdsSession, features });
}

/** Opens an address that a mailed link leads to, as a visitor. */
export async function openLink(address: string, language: Language = 'en'): Promise<Screen> {
  await speak(language);
  await becomeViewer('visitor');
  const { auth } = await supabase();
  // The client reads the address once, when it is made, and this one has been made on an earlier page.
  const onRendered = () => {
    Reflect.set(auth, 'initializePromise', null);
    auth.initialize().catch(() => undefined);
  };
  return open(address, { onRendered });
}
