import { useId, type ReactNode } from 'react';

/** A box to check with its label. */
export function CheckField(props: {
  readonly label: ReactNode;
  readonly hint?: string;
  readonly value: boolean;
  readonly onValue: (value: boolean) => void;
  readonly readOnly?: boolean;
}) {
  const { label, hint, value, onValue, readOnly = false } = props;
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="inline-flex min-h-11 cursor-pointer items-center gap-3">
        <input
          id={id}
          type="checkbox"
          checked={value}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          onChange={({ target }) => !readOnly && onValue(target.checked)}
          className="size-5 flex-none accent-teal"
        />
        {label}
      </label>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="ml-8 text-sm text-ink-2">
          {hint}
        </p>
      )}
    </div>
  );
}
