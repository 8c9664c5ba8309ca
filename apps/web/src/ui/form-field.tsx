import { Eye, EyeOff, type LucideIcon } from 'lucide-react';
import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface FieldProps {
  readonly label: ReactNode;
  /** Shown always, such as the minimum length. */
  readonly hint?: ReactNode;
  /** The error message; undefined or empty while there is none. */
  readonly error?: ReactNode;
  readonly icon?: LucideIcon | undefined;
  readonly end?: ReactNode;
}

export interface TextFieldProps
  extends FieldProps, Omit<ComponentProps<'input'>, 'id' | 'aria-describedby' | 'aria-invalid'> {}

export interface TextAreaProps
  extends
    Omit<FieldProps, 'icon' | 'end'>,
    Omit<ComponentProps<'textarea'>, 'id' | 'aria-describedby' | 'aria-invalid'> {}

const boxClass =
  'flex rounded-md bg-surface text-ink-3 inset-ring focus-within:inset-ring-2 focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-(--focus)';

/** The attributes that relate a control to its label, hint and error. */
interface ControlProps {
  readonly id: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
}

export interface CustomFieldProps extends Omit<FieldProps, 'icon' | 'end'> {
  readonly className?: string | undefined;
  /** The classes of the box around the control. */
  readonly box?: string;
  readonly children: (control: ControlProps) => ReactNode;
}

/** Label, hint and error of a control, such as a combobox, in the box of an input. */
export function CustomField(props: CustomFieldProps) {
  const { label, hint, error, className, box = 'relative min-h-13 items-center px-4' } = props;
  const id = useId();
  const wrong = error !== undefined && error !== null && error !== '' && error !== false;
  const described = [hint !== undefined && `${id}-hint`, wrong && `${id}-error`].filter(Boolean);
  const control = {
    id,
    'aria-invalid': wrong || undefined,
    'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
  };
  const edge = wrong
    ? 'inset-ring-red focus-within:inset-ring-red'
    : 'inset-ring-line-control focus-within:inset-ring-teal';
  return (
    <div className={classNames('grid gap-1.5', className)}>
      <label htmlFor={id} className="text-sm font-mid">
        {label}
      </label>
      <div className={classNames(boxClass, edge, box)}>{props.children(control)}</div>
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

/** A labelled input with hint and error message. */
export function TextField(props: TextFieldProps) {
  const { label, hint, error, icon: Icon, end, className, ...input } = props;
  const field = { label, hint, error, className };
  return (
    <CustomField {...field} box="min-h-13 items-center gap-3 px-4">
      {(control) => (
        <>
          {Icon && <Icon className="size-5 flex-none" />}
          <input
            {...input}
            {...control}
            className="min-h-11 w-0 min-w-0 flex-1 bg-transparent text-md text-ink outline-0 placeholder:text-ink-3"
          />
          {end}
        </>
      )}
    </CustomField>
  );
}

/** A labelled textarea, otherwise like `TextField`. */
export function TextArea({ label, hint, error, className, ...area }: TextAreaProps) {
  const field = { label, hint, error, className };
  return (
    <CustomField {...field} box="">
      {(control) => (
        <textarea
          {...area}
          {...control}
          className="min-h-11 w-0 min-w-0 flex-1 resize-y bg-transparent px-4 py-3 text-md text-ink outline-0 placeholder:text-ink-3"
        />
      )}
    </CustomField>
  );
}

export interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'end'> {
  /** Labels of the button that shows and hides the password. */
  readonly showLabel: string;
  readonly hideLabel: string;
}

/** A password input that can show its text. */
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
          <Icon className="size-5" />
        </button>
      }
    />
  );
}
