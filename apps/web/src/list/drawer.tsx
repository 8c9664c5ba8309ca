import { ChevronDown, ChevronUp } from 'lucide-react';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { hasShortcuts, useListSettings } from './list-settings.ts';
import { IconButton } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { DialogClose, SidePanel, type DialogProps } from '#ui/dialog.tsx';
import { KeyHints, type KeyHint } from '#ui/key-hints.tsx';
import type { Neighbour } from './use-neighbours.ts';

/** The rows before and after the one in the drawer; undefined at the ends of the list. */
export interface Neighbours {
  readonly previous?: Neighbour | undefined;
  readonly next?: Neighbour | undefined;
  readonly onMove: (to: Neighbour) => void;
}

/** A key of the drawer besides J and K, by its place: a Thai keyboard gives other letters. */
interface DrawerKey {
  readonly code: `Key${string}`;
  readonly press: () => void;
}

const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.closest('input, textarea, select') !== null;

/** J and K move between the rows of the list. */
export function useDrawerKeys(
  { previous, next, onMove }: Neighbours,
  keys: readonly DrawerKey[],
): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isHeld = event.altKey || event.ctrlKey || event.metaKey;
    if (isHeld || isTyping(event) || !hasShortcuts()) return;
    // A dialog above the drawer has its own keys.
    if (document.querySelectorAll('[role=dialog], [role=alertdialog]').length > 1) return;
    if (event.code === 'KeyJ' && next !== undefined) onMove(next);
    else if (event.code === 'KeyK' && previous !== undefined) onMove(previous);
    else keys.find(({ code }) => code === event.code)?.press();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

export interface DrawerProps extends Pick<DialogProps, 'onClose' | 'focusAfter' | 'children'> {
  readonly neighbours: Neighbours;
  readonly keys?: readonly DrawerKey[];
  /** For a form beside the list. */
  readonly wide?: boolean;
}

/** The selected row beside the list. */
export function Drawer({ neighbours, keys = [], wide = false, ...panel }: DrawerProps) {
  useDrawerKeys(neighbours, keys);
  return <SidePanel open {...panel} className={classNames(wide && 'max-w-[60rem]!')} />;
}

/** The buttons that move to the rows before and after. */
export function Steps({
  neighbours: { previous, next, onMove },
  texts,
}: Pick<DrawerPanelProps, 'neighbours' | 'texts'>) {
  const steps = [
    { label: texts.previous, to: previous, Icon: ChevronUp, keys: 'K' },
    { label: texts.next, to: next, Icon: ChevronDown, keys: 'J' },
  ];
  return steps.map(({ label, to, Icon, keys }) => (
    <IconButton
      key={label}
      label={label}
      aria-keyshortcuts={keys}
      title={`${label} (${keys})`}
      // A disabled button would lose the focus.
      aria-disabled={to === undefined || undefined}
      tabIndex={to === undefined ? -1 : 0}
      onClick={() => to !== undefined && onMove(to)}
      className={to === undefined ? 'text-ink-3 opacity-55' : 'hover:bg-sunken'}
    >
      <Icon className="size-5" />
    </IconButton>
  ));
}

export interface DrawerPanelProps {
  readonly title: ReactNode;
  readonly neighbours: Neighbours;
  /** The labels of the buttons that move, and the hints of the keys. */
  readonly texts: { readonly previous: string; readonly next: string; readonly move: string };
  readonly hints?: readonly KeyHint[];
  readonly children: ReactNode;
}

/** The content of a drawer below its header. */
export function DrawerPanel(props: DrawerPanelProps) {
  const { title, neighbours, texts, hints = [], children } = props;
  const { t } = useTranslation();
  const { shortcuts } = useListSettings();
  return (
    // The header is inside the scroll container, so the focused close button can scroll it by keyboard.
    <div className="flex flex-1 flex-col overflow-y-auto">
      <header className="sticky top-0 z-10 flex items-start justify-between gap-4 border-b border-line bg-surface px-6 py-4">
        <div className="min-w-0">{title}</div>
        <div className="-mr-2 flex">
          <Steps neighbours={neighbours} texts={texts} />
          <DialogClose label={t('action.close')} />
        </div>
      </header>
      <div className="grid flex-1 content-start gap-8 px-6 py-6">{children}</div>
      {shortcuts && (
        <KeyHints
          className="sticky bottom-0 border-t border-line bg-surface px-6 py-2"
          hints={[
            ...hints,
            { keys: ['K', 'J'], text: texts.move },
            { keys: ['Esc'], text: t('action.close') },
          ]}
        />
      )}
    </div>
  );
}

export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="grid gap-0.5 border-t border-line py-3 sm:grid-cols-[9rem_minmax(0,1fr)] sm:items-baseline sm:gap-4">
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className="num min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}
