import { LoaderCircle, X } from 'lucide-react';
import type { ComponentProps, MouseEvent } from 'react';
import { classNames } from './class-names.ts';

/** `primary` is the main action of a page; `night` and `gold` are for dark backgrounds. */
type ButtonTone = 'primary' | 'secondary' | 'danger' | 'night' | 'gold' | 'link';

/** `sm` 44 px, `md` 48 px, `lg` 56 px high. */
type ButtonSize = 'sm' | 'md' | 'lg';

export interface ButtonLook {
  readonly tone?: ButtonTone | undefined;
  readonly size?: ButtonSize | undefined;
  readonly wide?: boolean | undefined;
  readonly className?: string | undefined;
}

const tones: Record<ButtonTone, string> = {
  primary: 'bg-teal text-on-teal hover:bg-teal-hover',
  secondary: 'inset-ring-[1.5px] inset-ring-line-control text-ink hover:bg-sunken',
  danger: 'bg-red text-surface hover:opacity-90',
  night: 'inset-ring-[1.5px] inset-ring-on-night/55 text-on-night hover:bg-night-2',
  gold: 'bg-gold text-on-gold hover:opacity-90',
  link: 'text-teal underline-offset-4 hover:underline',
};

const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-11 px-4 text-sm',
  md: 'min-h-12 px-6',
  lg: 'min-h-14 px-6 text-lg',
};

/** The classes of a button, for a link that looks like one. */
export function buttonClass({ tone = 'primary', size = 'md', wide, className }: ButtonLook = {}) {
  return classNames(
    'inline-flex items-center justify-center gap-2 font-head leading-[1.3] transition-colors',
    tone === 'link' ? 'min-h-11 gap-1' : classNames('rounded-md py-2 text-center', sizes[size]),
    tones[tone],
    wide && 'w-full',
    className,
  );
}

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'>, ButtonLook {
  /** A request is running: the button keeps its width and focus, and ignores clicks. */
  readonly busy?: boolean;
  /** The label meanwhile, such as 'Saving...'; a spinner when left out. */
  readonly busyText?: string;
}

/** A button; `type="button"` by default. With `aria-disabled` it keeps its focus, and ignores clicks. */
export function Button({
  tone,
  size,
  wide,
  className,
  busy = false,
  busyText,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const isDisabled = busy || rest['aria-disabled'] === true;
  function click(event: MouseEvent<HTMLButtonElement>) {
    // Enter in a form clicks the submit button too, so this also stops a second submit.
    if (isDisabled) event.preventDefault();
    else onClick?.(event);
  }
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={isDisabled || undefined}
      onClick={click}
      className={buttonClass({ tone, size, wide, className })}
    >
      <span className="grid items-center justify-items-center">
        <span
          className={classNames(
            'col-start-1 row-start-1 inline-flex items-center gap-2',
            busy && 'invisible',
          )}
          aria-hidden={busy && busyText !== undefined ? true : undefined}
        >
          {children}
        </span>
        {busy && busyText === undefined && (
          <LoaderCircle className="turning col-start-1 row-start-1 size-5" strokeWidth={2} />
        )}
        {busyText !== undefined && (
          <span
            className={classNames('col-start-1 row-start-1', !busy && 'invisible')}
            aria-hidden={busy ? undefined : true}
          >
            {busyText}
          </span>
        )}
      </span>
    </button>
  );
}

export interface IconButtonProps extends ComponentProps<'button'> {
  readonly label: string;
}

/** A square button with an icon. */
export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} aria-label={label} className={iconButtonClass(className)}>
      {children}
    </button>
  );
}

/** A square button with a cross, which closes or removes something. */
export function CrossButton(props: Omit<IconButtonProps, 'children'>) {
  return (
    <IconButton {...props}>
      <X className="size-5" />
    </IconButton>
  );
}

/** The classes of a square button, for a link that looks like one. */
export function iconButtonClass(className?: string): string {
  return classNames('relative grid size-11 flex-none place-items-center rounded-md', className);
}
