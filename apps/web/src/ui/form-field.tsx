import { Eye, EyeOff, type LucideIcon } from 'lucide-react';
import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface FieldFrame {
  readonly label: ReactNode;
  /** Said before anything is wrong, such as the fewest characters. */
  readonly hint?: ReactNode;
  /** What is wrong and how to put it right; undefined or empty while nothing is. */
  readonly error?: ReactNode;
  readonly icon?: LucideIcon | undefined;
  /** What stands at the end of the box, such as a button. */
  readonly end?: ReactNode;
}

export interface TextFieldProps
  extends FieldFrame, Omit<ComponentProps<'input'>, 'id' | 'aria-describedby' | 'aria-invalid'> {}

/** A labelled line of text; hint and error are read with it, and an error marks it invalid. */
export function TextField({
  label,
  hint,
  error,
  icon: Icon,
  end,
  className,
  ...input
}: TextFieldProps) {
  const id = useId();
  const wrong = error !== undefined && error !== null && error !== '' && error !== false;
  const described = [hint !== undefined && `${id}-hint`, wrong && `${id}-error`].filter(Boolean);
  return (
    <div className={classNames('grid gap-1.5', className)}>
      <label htmlFor={id} className="text-sm font-mid">
        {label}
      </label>
      <div
        className={classNames(
          'flex min-h-13 items-center gap-3 rounded-md bg-surface px-4 text-ink-3 inset-ring focus-within:inset-ring-2',
          'focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-(--focus)/40',
          wrong
            ? 'inset-ring-red focus-within:inset-ring-red'
            : 'inset-ring-line-control focus-within:inset-ring-teal',
        )}
      >
        {Icon && <Icon className="size-5 flex-none" strokeWidth={1.6} aria-hidden />}
        <input
          {...input}
          id={id}
          aria-invalid={wrong || undefined}
          aria-describedby={described.length > 0 ? described.join(' ') : undefined}
          className="min-h-11 w-0 min-w-0 flex-1 bg-transparent text-md text-ink outline-0 placeholder:text-ink-3"
        />
        {end}
      </div>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-sm text-ink-2">
          {hint}
        </p>
      )}
      {wrong && (
        <p id={`${id}-error`} className="text-sm font-mid text-red">
          {error}
        </p>
      )}
    </div>
  );
}

export interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'end'> {
  /** Names of the button that shows and hides what was typed. */
  readonly showLabel: string;
  readonly hideLabel: string;
}

/** A password that can be shown while it is typed; pasting and password managers work. */
export function PasswordField({ showLabel, hideLabel, ...field }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <TextField
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...field}
      type={shown ? 'text' : 'password'}
      end={
        <button
          type="button"
          aria-label={shown ? hideLabel : showLabel}
          onClick={() => setShown(!shown)}
          className="-mr-3 grid size-11 flex-none place-items-center rounded-sm text-ink-2"
        >
          <Icon className="size-5" strokeWidth={1.6} aria-hidden />
        </button>
      }
    />
  );
}
