import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, CrossButton, type ButtonProps } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { ConfirmDialog, Dialog, DialogTitle, type DialogProps } from '#ui/dialog.tsx';
import { Form } from '#ui/form.tsx';

export interface TitledDialogProps extends Pick<DialogProps, 'onClose' | 'focusAfter'> {
  /** True when left out. */
  readonly open?: boolean;
  readonly title: string;
  /** Below the title. */
  readonly text?: ReactNode;
  /** Wide enough for a table. */
  readonly wide?: boolean;
  /** Called by the close button; `onClose` when left out. */
  readonly onCloseButton?: () => void;
  readonly children: ReactNode;
}

/** A dialog below its title and close button. */
export function TitledDialog(props: TitledDialogProps) {
  const {
    title,
    text,
    wide = false,
    open = true,
    onClose,
    onCloseButton = onClose,
    ...dialog
  } = props;
  const { t } = useTranslation();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      {...(dialog.focusAfter && { focusAfter: dialog.focusAfter })}
      className={classNames(
        'rounded-lg bg-surface p-6 text-ink shadow-3',
        wide ? 'max-w-3xl' : 'max-w-lg',
      )}
    >
      <div className="mb-3 flex items-start justify-between gap-4">
        <DialogTitle className="text-xl">{title}</DialogTitle>
        <CrossButton label={t('action.close')} onClick={onCloseButton} className="-mt-1 -mr-2" />
      </div>
      {text !== undefined && <p className="mb-5 text-ink-2">{text}</p>}
      {dialog.children}
    </Dialog>
  );
}

export interface FormButtonsProps extends Pick<ButtonProps, 'tone' | 'className'> {
  readonly busy: boolean;
  readonly onCancel: () => void;
  readonly cancelLabel?: string | undefined;
  readonly submitLabel: string;
  /** A spinner when left out. */
  readonly busyText?: string | undefined;
  /** On phones a bar of the page has the submit button. */
  readonly hasBar?: boolean;
}

/** The buttons at the end of a form; nothing cancels it while it is sent. */
export function FormButtons(props: FormButtonsProps) {
  const {
    busy,
    onCancel,
    cancelLabel,
    submitLabel,
    busyText,
    tone,
    className,
    hasBar = false,
  } = props;
  const { t } = useTranslation();
  return (
    <div className={classNames('flex flex-wrap justify-end gap-3', className)}>
      <Button tone="secondary" aria-disabled={busy} onClick={onCancel}>
        {cancelLabel ?? t('action.cancel')}
      </Button>
      <Button
        type="submit"
        tone={tone}
        busy={busy}
        {...(busyText !== undefined && { busyText })}
        className={hasBar ? 'max-md:hidden' : undefined}
      >
        {submitLabel}
      </Button>
    </div>
  );
}

export interface FormDialogProps
  extends
    Omit<TitledDialogProps, 'onCloseButton'>,
    Pick<FormButtonsProps, 'cancelLabel' | 'submitLabel' | 'busyText' | 'tone'> {
  /** Of `useAppForm`. */
  readonly form: {
    readonly onSubmit: (event: { readonly currentTarget: ParentNode }) => void;
    readonly busy: boolean;
    readonly isDirty: boolean;
    readonly discard: () => void;
  };
}

/**
 * A form in a dialog. Nothing closes it while it is sent; Escape and a press outside ask before input is lost, the buttons do
 * not.
 */
export function FormDialog(props: FormDialogProps) {
  const { form, onClose, cancelLabel, submitLabel, busyText, tone, children, ...dialog } = props;
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  function discard() {
    form.discard();
    onClose();
  }
  function close() {
    if (!form.busy) discard();
  }
  return (
    <TitledDialog
      {...dialog}
      onClose={() => (form.isDirty && !form.busy ? setIsAsking(true) : close())}
      onCloseButton={close}
    >
      <Form onSubmit={form.onSubmit} className="grid gap-5">
        {children}
        <FormButtons
          busy={form.busy}
          onCancel={close}
          cancelLabel={cancelLabel}
          submitLabel={submitLabel}
          busyText={busyText}
          tone={tone}
        />
      </Form>
      <ConfirmDialog
        open={isAsking}
        onCancel={() => setIsAsking(false)}
        onConfirm={discard}
        title={t('unsent.title')}
        text={t('members.leave.text')}
        confirmLabel={t('unsent.close')}
        cancelLabel={t('unsent.stay')}
      />
    </TitledDialog>
  );
}
