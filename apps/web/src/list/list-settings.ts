import * as z from 'zod/mini';
import { create } from 'zustand';
import { localValue } from '#platform/local-store.ts';

const schema = z.object({
  /** The height of rows: one line each, or two. */
  density: z.enum(['compact', 'comfortable']),
  /** Whether single characters, such as `/`, are shortcuts: speech input and shaky hands press them by accident. */
  shortcuts: z.boolean(),
});

type ListSettings = Readonly<z.output<typeof schema>>;

/** Saved in this browser as `bkksiam-admin-list`. */
const stored = localValue('admin-list', (value) => schema.safeParse(value).data);

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
