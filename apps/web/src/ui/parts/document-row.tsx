import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** A document that is there, or why it is not there yet. */
export function DocumentRow({
  Icon,
  title,
  text,
  onOpen,
  isOpening = false,
}: {
  readonly Icon: LucideIcon;
  readonly title: string;
  readonly text: string;
  readonly onOpen?: () => void;
  /** A file is being made. */
  readonly isOpening?: boolean;
}): ReactNode {
  const content = (
    <>
      <Icon
        className={`mt-0.5 size-5 flex-none ${onOpen ? 'text-teal' : 'text-ink-3'}`}
        strokeWidth={1.8}
      />
      <span>
        <span className="block font-strong">{title}</span>
        <span className="block text-sm text-ink-2">{text}</span>
      </span>
    </>
  );
  const row = 'flex w-full items-start gap-3 py-3 text-left';
  return (
    <li className="border-t border-line first:border-t-0">
      {onOpen ? (
        <button
          type="button"
          aria-disabled={isOpening || undefined}
          className={`${row} hover:text-teal`}
          onClick={() => {
            if (!isOpening) onOpen();
          }}
        >
          {content}
        </button>
      ) : (
        <div className={row}>{content}</div>
      )}
    </li>
  );
}
