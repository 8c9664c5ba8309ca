import { ChevronDown, ChevronUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useListSettings } from './list-settings.ts';
import { IconButton } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { DialogClose, DialogTitle, SidePanel } from '#ui/dialog.tsx';
import { KeyHints } from '#ui/key-hints.tsx';
import { rowLink } from './list-row-link.tsx';
import { useGroupedText, type ItemTexts } from './list-texts.ts';
import { listHeading } from './list-view.tsx';
import { useLetterKeys, type LetterKey } from './use-list-keys.ts';
import type { SelectedRow } from './use-selected-row.ts';

/** A key of the item besides J and K. */
interface ItemKey extends LetterKey {
  /** What it does, for the hints of a drawer. */
  readonly text?: string;
}

/** What a drawer and a pane show around the selected item. */
export interface ItemFrameProps {
  readonly item: SelectedRow;
  readonly texts: ItemTexts;
  readonly keys?: readonly ItemKey[];
  readonly children: ReactNode;
}

/** J and K move between the rows of the list. */
export function useItemKeys({ item, keys = [] }: Pick<ItemFrameProps, 'item' | 'keys'>): void {
  const { previous, next, onMove } = item;
  useLetterKeys(
    [
      { code: 'KeyJ', press: () => next !== undefined && onMove(next) },
      { code: 'KeyK', press: () => previous !== undefined && onMove(previous) },
      ...keys,
    ],
    1,
  );
}

/** The buttons that move to the rows before and after. */
export function Steps({ item, texts }: Pick<ItemFrameProps, 'item' | 'texts'>) {
  const text = useGroupedText();
  const { previous, next, onMove } = item;
  const steps = [
    { label: text(`${texts}previous`), to: previous, Icon: ChevronUp, keys: 'K' },
    { label: text(`${texts}next`), to: next, Icon: ChevronDown, keys: 'J' },
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

export interface DrawerProps extends ItemFrameProps {
  /** Undefined until the item is known. */
  readonly title: ReactNode | undefined;
  /** For a form beside the list. */
  readonly wide?: boolean;
  /** Below the title, where it stays while the rest is scrolled. */
  readonly pinned?: ReactNode;
}

/** The selected item in a drawer over the list, which gives the focus back to its row. */
export function Drawer({ title, wide = false, pinned, children, ...frame }: DrawerProps) {
  const { item, texts, keys = [] } = frame;
  const { t } = useTranslation();
  const text = useGroupedText();
  const { shortcuts } = useListSettings();
  useItemKeys(frame);
  return (
    <SidePanel
      open
      onClose={item.onClose}
      focusAfter={() => rowLink(item.id) ?? listHeading()}
      className={classNames(wide && 'max-w-[60rem]!')}
    >
      {/* Inside the scroll container, so the focused close button can scroll it by keyboard. A `header` would be a second banner. */}
      <div className="flex flex-1 flex-col overflow-y-auto">
        <div className="sticky top-0 z-10 border-b border-line bg-surface px-6 py-4">
          <div className="flex items-start justify-between gap-4">
            {/* The lines of a title: the route and its names. */}
            <div className={classNames('min-w-0', !wide && 'min-h-[4.6rem]')}>
              {title ?? <DialogTitle>{text(`${texts}one`)}</DialogTitle>}
            </div>
            <div className="-mr-2 flex">
              <Steps {...frame} />
              <DialogClose label={t('action.close')} />
            </div>
          </div>
          {pinned}
        </div>
        <div className="grid flex-1 content-start gap-8 px-6 py-6">{children}</div>
        {shortcuts && (
          <KeyHints
            className="sticky bottom-0 border-t border-line bg-surface px-6 py-2"
            hints={[
              ...keys.map(({ code, text: hint = '' }) => ({ keys: [code.slice(3)], text: hint })),
              { keys: ['K', 'J'], text: text(`${texts}keys.move`) },
              { keys: ['Esc'], text: t('action.close') },
            ]}
          />
        )}
      </div>
    </SidePanel>
  );
}
