import { useEffect } from 'react';
import { create } from 'zustand';
import { themeKey } from '@bkksiam/domain/constants';
import { localValue, savePreferenceCookie } from './local-store.ts';

export type Theme = 'light' | 'dark';

function toTheme(value: unknown): Theme | undefined {
  return value === 'light' || value === 'dark' ? value : undefined;
}

const storedTheme = localValue('theme', toTheme);
const systemDark = () => window.matchMedia('(prefers-color-scheme: dark)');

// The server cannot know the system's theme: CSS renders it, and the button's label follows after hydration.
const useStore = create<{ readonly theme: Theme }>(() => ({ theme: 'light' }));

/** Applies a theme, and saves it in a cookie for the server renderer. */
function apply(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  savePreferenceCookie(themeKey, theme);
}

/** Applies the saved theme where the server did not know it. */
export function restoreTheme(): void {
  const theme = storedTheme.read();
  if (theme) apply(theme);
}

function follow(): void {
  const chosen = toTheme(document.documentElement.dataset.theme);
  useStore.setState({ theme: chosen ?? (systemDark().matches ? 'dark' : 'light') });
}

/** The theme on screen: the chosen one or the system's. */
export function useTheme(): { readonly theme: Theme; readonly toggle: () => void } {
  const { theme } = useStore();
  useEffect(() => {
    follow();
    const system = systemDark();
    system.addEventListener('change', follow);
    return () => system.removeEventListener('change', follow);
  }, []);
  function toggle() {
    const next = theme === 'dark' ? 'light' : 'dark';
    apply(next);
    storedTheme.write(next);
    follow();
  }
  return { theme, toggle };
}
