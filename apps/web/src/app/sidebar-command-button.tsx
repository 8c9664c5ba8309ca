import { Search } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLazyPanel } from '#platform/lazy-components.ts';
import { IconButton } from '#ui/button.tsx';
import { modifierKey } from '#ui/key-hints.tsx';

const load = () => import('./command-bar.tsx').then(({ CommandBar }) => CommandBar);

/** Opens the command bar of admins, as Ctrl K or ⌘ K does anywhere in the member area. */
export function useCommandBar() {
  const { Panel, open, close } = useLazyPanel(load);
  return { panel: Panel && <Panel onClose={close} />, open };
}

/** Calls back at Ctrl K or ⌘ K if they are enabled, unless a dialog is open. */
export function useCommandKey(isEnabled: boolean, open: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isHeld = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
    if (!isEnabled || !isHeld || event.code !== 'KeyK') return;
    event.preventDefault();
    if (document.querySelector('[role=dialog], [role=alertdialog]') === null) open();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

interface CommandButtonProps {
  readonly onOpen: () => void;
}

/** In the sidebar, with its keys. */
export function CommandButton({ onOpen }: CommandButtonProps) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onOpen}
      className="flex min-h-11 items-center gap-3 rounded-md border border-night-line px-3 text-sm font-mid text-on-night-2 hover:text-on-night"
    >
      <Search className="size-5 flex-none" />
      {t('admin.find.title')}
      <kbd aria-hidden className="ml-auto [font-family:inherit] text-xs">
        {modifierKey()} K
      </kbd>
    </button>
  );
}

/** In the bar of narrow screens. */
export function CommandIconButton({ onOpen }: CommandButtonProps) {
  const { t } = useTranslation();
  return (
    <IconButton label={t('admin.find.title')} aria-haspopup="dialog" onClick={onOpen}>
      <Search className="size-5" />
    </IconButton>
  );
}
