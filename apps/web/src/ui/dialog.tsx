import { X } from 'lucide-react';
import { AlertDialog, Dialog as Base } from 'radix-ui';
import { useRef, type ReactNode } from 'react';
import { Button, iconButtonClass } from './button.tsx';
import { classNames } from './class-names.ts';

export interface DialogProps {
  readonly open: boolean;
  /** Called by Escape, the close button and a press outside. */
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Behind the dialog, over the scrim. */
  readonly backdrop?: ReactNode;
  readonly className?: string;
  /** Takes the focus when it has closed; by default the element that had it before. */
  readonly focusAfter?: FocusTarget;
}

type FocusTarget = (() => HTMLElement | null | undefined) | undefined;

const overlayClass = 'fixed inset-0 z-40 overflow-y-auto bg-scrim';
const middleClass = 'grid min-h-full place-items-center px-4 py-6';

/** The static markup of a dialog, for the server renderer. */
export function StaticDialog({
  children,
  backdrop,
  className,
}: Pick<DialogProps, 'children' | 'backdrop' | 'className'>) {
  return (
    <div className={overlayClass}>
      {backdrop}
      <div className={middleClass}>
        <div className={classNames('relative w-full', className)}>{children}</div>
      </div>
    </div>
  );
}

/** A press on a toast, which lies above the dialog, does not close the dialog. */
function keepForToasts(event: Event): void {
  if (event.target instanceof Element && event.target.closest('[data-toasts]')) {
    event.preventDefault();
  }
}

/** Escape in a confirmation above a dialog closes the confirmation only. */
function keepForQuestion(event: KeyboardEvent): void {
  if (event.target instanceof Element && event.target.closest('[role=alertdialog]')) {
    event.preventDefault();
  }
}

/**
 * Remembers what had the focus when a dialog opened and gives it back: Radix does so only for a trigger of its own.
 *
 * @param focusAfter gives the element that takes it instead
 */
function useFocusReturn(focusAfter: FocusTarget) {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      // Restores the focus unless the confirmed action has moved it. Radix focuses a dialog itself when its focused
      // element is removed.
      const lost = document.activeElement?.matches('body, [role=dialog]') ?? true;
      const next = focusAfter?.() ?? (lost ? before.current : null);
      if (next instanceof HTMLElement) next.focus();
    },
  };
}

/** A dialog that traps the focus and closes on Escape and on a press outside. */
function Modal({
  open,
  onClose,
  children,
  backdrop,
  focusAfter,
  wrapperClass,
  className,
}: DialogProps & { readonly wrapperClass?: string }) {
  const focusReturn = useFocusReturn(focusAfter);
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Overlay className={overlayClass}>
          {backdrop}
          <div className={wrapperClass}>
            <Base.Content
              {...focusReturn}
              aria-describedby={undefined}
              onEscapeKeyDown={keepForQuestion}
              onInteractOutside={keepForToasts}
              className={classNames('outline-0', className)}
            >
              {children}
            </Base.Content>
          </div>
        </Base.Overlay>
      </Base.Portal>
    </Base.Root>
  );
}

/** A dialog in the middle of the page; scrolls when it is taller than the screen. Needs a `DialogTitle` and a `DialogClose`. */
export function Dialog({ className, ...dialog }: DialogProps) {
  return (
    <Modal
      {...dialog}
      wrapperClass={middleClass}
      className={classNames('relative w-full', className)}
    />
  );
}

/** A dialog at the side of the page; on a phone as wide as the screen. */
export function SidePanel(dialog: Omit<DialogProps, 'backdrop' | 'className'>) {
  return (
    <Modal
      {...dialog}
      className="fixed inset-y-0 right-0 z-40 flex w-full max-w-110 flex-col bg-surface text-ink shadow-3"
    />
  );
}

/** The heading that names the dialog. */
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

export function DialogClose({
  label,
  className,
}: {
  readonly label: string;
  readonly className?: string;
}) {
  return (
    <Base.Close aria-label={label} className={iconButtonClass(className)}>
      <X className="size-5" />
    </Base.Close>
  );
}

export interface ConfirmDialogProps extends Pick<DialogProps, 'open' | 'focusAfter'> {
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
  readonly title: ReactNode;
  readonly text: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel: string;
  /** While the action is pending the dialog stays. */
  readonly busy?: boolean;
}

/** Asks before an action that cannot be undone; the focus starts on the cancel button. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const focusReturn = useFocusReturn(props.focusAfter);
  const { busy = false } = props;
  function onCancel() {
    if (!busy) props.onCancel();
  }
  return (
    <AlertDialog.Root open={props.open} onOpenChange={(next) => !next && onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-40 bg-scrim" />
        <AlertDialog.Content
          {...focusReturn}
          // Radix handles Escape only after its next rendering; until then the dialog below would.
          onKeyDown={({ key }) => key === 'Escape' && onCancel()}
          className="fixed inset-x-4 top-1/2 z-50 mx-auto max-h-[calc(100dvh-2rem)] max-w-md -translate-y-1/2 overflow-y-auto rounded-lg bg-surface p-6 wrap-anywhere shadow-3"
        >
          <AlertDialog.Title className="text-xl">{props.title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-2 text-ink-2">
            {props.text}
          </AlertDialog.Description>
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <AlertDialog.Cancel asChild>
              <Button tone="secondary">{props.cancelLabel}</Button>
            </AlertDialog.Cancel>
            <Button tone="danger" busy={busy} onClick={props.onConfirm}>
              {props.confirmLabel}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
