import { Rows4 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#ui/class-names.ts';
import { KeyHints, type KeyHint } from '#ui/key-hints.tsx';
import { changeListSettings, useListSettings } from './list-settings.ts';

/** Switches between rows of one line and of two. */
export function DensitySwitch() {
  const { t } = useTranslation();
  const isCompact = useListSettings().density === 'compact';
  return (
    <button
      type="button"
      aria-pressed={isCompact}
      onClick={() => changeListSettings({ density: isCompact ? 'comfortable' : 'compact' })}
      className="-ml-2 inline-flex min-h-11 items-center gap-2 rounded-md px-2 text-sm font-mid text-ink-2 hover:text-ink aria-pressed:text-teal"
    >
      <Rows4 className="size-5" />
      {t('list.compact')}
    </button>
  );
}

const isLetter = (key: string) => /^[A-Z]$/.test(key);

/** The keys of a list, at its foot; without single letters while they are off. */
export function ListKeys({
  hints,
  narrow = false,
}: {
  readonly hints: readonly KeyHint[];
  readonly narrow?: boolean;
}) {
  const { t } = useTranslation();
  const { shortcuts } = useListSettings();
  const search = { keys: ['/'], text: t('list.keys.search') };
  const others = hints.filter(({ keys }) => !keys.some(isLetter));
  return (
    <div
      className={classNames(
        'mt-2 flex items-center justify-between gap-4',
        narrow && 'flex-wrap gap-y-0',
      )}
    >
      <KeyHints hints={shortcuts ? [search, ...hints] : others} />
      <button
        type="button"
        onClick={() => changeListSettings({ shortcuts: !shortcuts })}
        className="hidden min-h-9 rounded-sm px-2 text-sm text-ink-2 hover:text-ink lg:pointer-fine:block"
      >
        {t(shortcuts ? 'list.keys.off' : 'list.keys.on')}
      </button>
    </div>
  );
}

/** The hints of the rows that a list can move between and open. */
export function useRowHints(): readonly KeyHint[] {
  const { t } = useTranslation();
  return [
    { keys: ['↑', '↓'], text: t('list.keys.move') },
    { keys: ['Enter'], text: t('list.keys.open') },
  ];
}
