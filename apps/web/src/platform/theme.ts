import { useSyncExternalStore } from 'react';
import { themeKey } from '@bkksiam/domain/constants';
import { localSlot } from './local-store.ts';
import { mirrorInCookie } from './mirror-cookie.ts';

export type Theme = 'light' | 'dark';

const slot = localSlot<Theme>('theme', (stored) =>
  stored === 'light' || stored === 'dark' ? stored : undefined,
);
const dark = () => window.matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

function chosen(): Theme | undefined {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : undefined;
}

function shown(): Theme {
  return chosen() ?? (dark().matches ? 'dark' : 'light');
}

/** Puts the remembered choice on the page, where the server did not know of it. */
export function restoreTheme(): void {
  const theme = slot.read();
  if (theme) show(theme);
}

function show(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  mirrorInCookie(themeKey, theme);
}

function choose(theme: Theme): void {
  show(theme);
  slot.write(theme);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  const system = dark();
  listeners.add(listener);
  system.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    system.removeEventListener('change', listener);
  };
}

/** The theme on screen, following the system until one is chosen, and the choice of the other. */
export function useTheme(): { readonly theme: Theme; readonly toggle: () => void } {
  // A painted page cannot know the system's; what differs by theme is drawn by CSS, and the button's name follows.
  const theme = useSyncExternalStore(subscribe, shown, (): Theme => 'light');
  return { theme, toggle: () => choose(theme === 'dark' ? 'light' : 'dark') };
}
