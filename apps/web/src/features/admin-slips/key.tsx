import type { ReactNode } from 'react';
import { useListSettings } from '#list/list-settings.ts';

/** A key on the button that it presses, where there is a keyboard. */
export function Key({ children }: { readonly children: ReactNode }) {
  const { shortcuts } = useListSettings();
  if (!shortcuts) return null;
  return (
    <kbd
      aria-hidden
      className="hidden min-w-5 rounded-sm px-1 [font-family:inherit] text-xs inset-ring inset-ring-current lg:pointer-fine:inline-block"
    >
      {children}
    </kbd>
  );
}
