import { X } from 'lucide-react';
import { AlertDialog, Dialog as Base } from 'radix-ui';
import { useEffect, useEffectEvent, useRef, type ReactNode, type RefObject } from 'react';
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
type Opener = RefObject<HTMLElement | null>;

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

/** A press on a toast, which lies above the dialog, does not close the dialog. The press may have removed the toast. */
function keepForToasts(event: Event): void {
  if (event.target instanceof Element && event.target.closest('[data-toast]')) {
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
 * @param opener the button that opened it; Safari does not focus a button on a press
 */
function useFocusReturn(focusAfter: FocusTarget, opener?: Opener) {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      before.current = opener?.current ?? document.activeElement;
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
  opener,
  wrapperClass,
  className,
}: DialogProps & { readonly opener?: Opener; readonly wrapperClass?: string }) {
  const focusReturn = useFocusReturn(focusAfter, opener);
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

/** A dialog below the bar it is opened from. It traps no focus, so the bar stays usable. */
function DropDown({ open, onClose, opener, className, children }: SidePanelProps) {
  const focusReturn = useFocusReturn(undefined, opener);
  /** A press on the opener is a click of its own. */
  function keepForOpener(event: Event) {
    if (event.target instanceof Node && opener?.current?.contains(event.target)) {
      event.preventDefault();
    }
  }
  return (
    <Base.Root modal={false} open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Content
        {...focusReturn}
        aria-describedby={undefined}
        onInteractOutside={(event) => {
          keepForToasts(event);
          keepForOpener(event);
        }}
        className={className}
      >
        {children}
      </Base.Content>
    </Base.Root>
  );
}

export interface SidePanelProps extends Omit<DialogProps, 'backdrop'> {
  /** `left` and `top` are for narrow screens; `top` drops from the bar it is rendered in, over no scrim. */
  readonly side?: 'right' | 'left' | 'top';
  /** The button that opens it. */
  readonly opener?: Opener;
  /** Names a panel without a `DialogTitle`. */
  readonly label?: string;
}

const sides = {
  right: 'fixed inset-y-0 right-0 z-40 flex w-full max-w-110 flex-col bg-surface text-ink shadow-3',
  left: 'fixed inset-y-0 left-0 z-40 flex flex-col overflow-y-auto',
  top: 'rising absolute inset-x-0 top-full max-h-[calc(100dvh-var(--bar))] overflow-y-auto border-b border-line bg-surface text-ink shadow-3 outline-0',
};

/** Closes a panel of narrow screens when the screen becomes wide. */
function useNarrow(enabled: boolean, onClose: () => void) {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!enabled) return undefined;
    const wide = window.matchMedia('(min-width: 64rem)');
    const onChange = () => close();
    wide.addEventListener('change', onChange);
    return () => wide.removeEventListener('change', onChange);
  }, [enabled]);
}

/** A dialog at a side of the page, closed by Escape and a press outside; at the right as wide as a phone. */
export function SidePanel(props: SidePanelProps) {
  const { side = 'right', label, className, children, ...panel } = props;
  const Panel = side === 'top' ? DropDown : Modal;
  useNarrow(panel.open && side !== 'right', panel.onClose);
  return (
    <Panel {...panel} className={classNames(sides[side], className)}>
      {label !== undefined && <Base.Title className="sr-only">{label}</Base.Title>}
      {children}
    </Panel>
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
  /** `danger` by default. */
  readonly tone?: 'danger' | 'primary';
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
            <Button tone={props.tone ?? 'danger'} busy={busy} onClick={props.onConfirm}>
              {props.confirmLabel}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
