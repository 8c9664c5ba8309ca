import { create } from 'zustand';
import { localValue } from '#platform/local-store.ts';

/** The height of rows: one line each, or two. */
type Density = 'compact' | 'comfortable';

interface ListSettings {
  readonly density: Density;
  /** Whether single characters, such as `/`, are shortcuts: speech input and shaky hands press them by accident. */
  readonly shortcuts: boolean;
}

function parse(stored: unknown): ListSettings | undefined {
  const { density, shortcuts } = Object(stored) as Partial<Record<keyof ListSettings, unknown>>;
  const isDensity = density === 'compact' || density === 'comfortable';
  return isDensity && typeof shortcuts === 'boolean' ? { density, shortcuts } : undefined;
}

/** Saved in this browser as `bkksiam-admin-list`. */
const stored = localValue('admin-list', parse);

const useStore = create<ListSettings>(
  () => stored.read() ?? { density: 'compact', shortcuts: true },
);

/** How an admin has set the lists up in this browser. */
export const useListSettings = (): ListSettings => useStore();

/** Whether single characters are shortcuts, at the time of a key press. */
export const hasShortcuts = (): boolean => useStore.getState().shortcuts;

export function changeListSettings(change: Partial<ListSettings>): void {
  useStore.setState(change);
  stored.write({ ...useStore.getState(), ...change });
}
