import { classNames } from './class-names.ts';

export interface KeyHint {
  readonly keys: readonly string[];
  readonly text: string;
}

/** The keys of a part of the page and what they do, where there is a keyboard. */
export function KeyHints({
  hints,
  className,
}: {
  readonly hints: readonly KeyHint[];
  readonly className?: string;
}) {
  return (
    <p
      className={classNames(
        'hidden flex-wrap items-center gap-x-5 gap-y-1 text-sm text-ink-2 lg:pointer-fine:flex',
        className,
      )}
    >
      {hints.map(({ keys, text }) => (
        <span key={text} className="inline-flex items-center gap-1.5">
          {keys.map((key) => (
            <kbd
              key={key}
              className="grid min-h-6 min-w-6 place-items-center rounded-sm border border-line-control px-1.5 [font-family:inherit] text-xs text-ink"
            >
              {key}
            </kbd>
          ))}
          {text}
        </span>
      ))}
    </p>
  );
}

/** The modifier key of shortcuts, as the keyboard at hand names it. */
export function modifierKey(): '⌘' | 'Ctrl' {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
}
