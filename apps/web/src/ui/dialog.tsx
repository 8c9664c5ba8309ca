import { X } from 'lucide-react';
import { AlertDialog, Dialog as Base } from 'radix-ui';
import { useRef, type ReactNode } from 'react';
import { Button, iconButtonClass } from './button.tsx';
import { classNames } from './class-names.ts';

export interface DialogFrameProps {
  readonly open: boolean;
  /** Escape, the close button and a press beside it; focus goes back to what opened it. */
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** What lies behind it; a scrim when left out. */
  readonly backdrop?: ReactNode;
  readonly className?: string;
}

const overlayClass = 'fixed inset-0 z-40 overflow-y-auto bg-scrim';
const middleClass = 'grid min-h-full place-items-center px-4 py-6';

/** A dialog's looks where there is no browser yet that could open one: it traps nothing and lies over nothing. */
export function DialogPicture({
  children,
  backdrop,
  className,
}: Pick<DialogFrameProps, 'children' | 'backdrop' | 'className'>) {
  return (
    <div className={overlayClass}>
      {backdrop}
      <div className={middleClass}>
        <div className={classNames('relative w-full', className)}>{children}</div>
      </div>
    </div>
  );
}

/** A toast lies above the dialog; closing it is no wish to leave. */
function keepForToasts(event: Event): void {
  if (event.target instanceof Element && event.target.closest('[data-toasts]')) {
    event.preventDefault();
  }
}

/** Escape pressed in a question over a dialog is the question's, from the moment that it has the focus. */
function keepForQuestion(event: KeyboardEvent): void {
  if (event.target instanceof Element && event.target.closest('[role=alertdialog]')) {
    event.preventDefault();
  }
}

/**
 * Remembers what had the focus when a dialog opened and gives it back: Radix does so only for a trigger of its own.
 *
 * @param focusAfter names what takes it instead
 */
function useFocusReturn(focusAfter?: () => HTMLElement | null | undefined) {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      // Unless what was agreed to has already led the focus elsewhere. A dialog as such is given it by Radix alone,
      // where it lies below and something in it goes while nothing has the focus.
      const lost = document.activeElement?.matches('body, [role=dialog]') ?? true;
      const next = focusAfter?.() ?? (lost ? before.current : null);
      if (next instanceof HTMLElement) next.focus();
    },
  };
}

/**
 * The bare dialog: traps focus, closes on Escape, sits in the middle and scrolls when it is taller than the screen.
 * It needs a `DialogTitle` inside, and a `DialogClose`.
 */
export function DialogFrame({ open, onClose, children, backdrop, className }: DialogFrameProps) {
  const focusReturn = useFocusReturn();
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Overlay className={overlayClass}>
          {backdrop}
          <div className={middleClass}>
            <Base.Content
              {...focusReturn}
              aria-describedby={undefined}
              onEscapeKeyDown={keepForQuestion}
              onInteractOutside={keepForToasts}
              className={classNames('relative w-full outline-0', className)}
            >
              {children}
            </Base.Content>
          </div>
        </Base.Overlay>
      </Base.Portal>
    </Base.Root>
  );
}

/** A dialog at the side of the page, as high as it; on a phone as wide as the screen. */
export function SidePanel({
  open,
  onClose,
  children,
  focusAfter,
}: Omit<DialogFrameProps, 'backdrop' | 'className'> & {
  /** What takes the focus when it has closed; what had it before, if nothing is named. */
  readonly focusAfter?: () => HTMLElement | null | undefined;
}) {
  const focusReturn = useFocusReturn(focusAfter);
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Base.Content
          {...focusReturn}
          aria-describedby={undefined}
          onEscapeKeyDown={keepForQuestion}
          onInteractOutside={keepForToasts}
          className="fixed inset-y-0 right-0 z-40 flex w-full max-w-110 flex-col bg-surface text-ink shadow-3 outline-0"
        >
          {children}
        </Base.Content>
      </Base.Portal>
    </Base.Root>
  );
}

/** The name of the dialog, a heading of the second level unless it is the page's only content. */
export function DialogTitle({
  children,
  className,
  as: Heading = 'h2',
}: {
  readonly children: ReactNode;
  readonly className?: string;
  readonly as?: 'h1' | 'h2';
}) {
  return (
    <Base.Title asChild>
      <Heading className={classNames('text-2xl', className)}>{children}</Heading>
    </Base.Title>
  );
}

/** The cross at the corner. */
export function DialogClose({
  label,
  className,
}: {
  readonly label: string;
  readonly className?: string;
}) {
  return (
    <Base.Close aria-label={label} className={iconButtonClass(className)}>
      <X className="size-5" strokeWidth={1.6} aria-hidden />
    </Base.Close>
  );
}

export interface DialogProps extends Omit<DialogFrameProps, 'className'> {
  readonly title: ReactNode;
  readonly closeLabel: string;
}

/** A dialog with a title, a cross and whatever it asks for. */
export function Dialog({ title, closeLabel, children, ...frame }: DialogProps) {
  return (
    <DialogFrame {...frame} className="max-w-lg rounded-lg bg-surface p-6 shadow-3">
      <div className="mb-4 flex items-start justify-between gap-4">
        <DialogTitle>{title}</DialogTitle>
        <DialogClose label={closeLabel} className="-mt-1 -mr-2" />
      </div>
      {children}
    </DialogFrame>
  );
}

export interface ConfirmDialogProps {
  readonly open: boolean;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
  readonly title: ReactNode;
  /** Names what will happen to what. */
  readonly text: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel: string;
  readonly busy?: boolean;
  /** What takes the focus when it has closed; what had it before, if nothing is named. */
  readonly focusAfter?: () => HTMLElement | null | undefined;
}

/** Asks before something that cannot be undone; the focus starts on the way out and goes back to where it was. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  const { onOpenAutoFocus, onCloseAutoFocus } = useFocusReturn(props.focusAfter);
  return (
    <AlertDialog.Root open={props.open} onOpenChange={(next) => !next && props.onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-40 bg-scrim" />
        <AlertDialog.Content
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            onOpenAutoFocus();
            cancel.current?.focus();
          }}
          onCloseAutoFocus={onCloseAutoFocus}
          // Radix hears the key only after its next rendering; till then the dialog below would take it.
          onKeyDown={({ key }) => key === 'Escape' && props.onCancel()}
          className="fixed inset-x-4 top-1/2 z-50 mx-auto max-h-[calc(100dvh-2rem)] max-w-md -translate-y-1/2 overflow-y-auto rounded-lg bg-surface p-6 wrap-anywhere shadow-3"
        >
          <AlertDialog.Title className="text-xl">{props.title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-2 text-ink-2">
            {props.text}
          </AlertDialog.Description>
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <Button ref={cancel} tone="secondary" onClick={props.onCancel}>
              {props.cancelLabel}
            </Button>
            <Button tone="danger" busy={props.busy ?? false} onClick={props.onConfirm}>
              {props.confirmLabel}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
