import { FileText, Paperclip, SendHorizontal } from 'lucide-react';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { checkSlip, slipAccept } from '@bkksiam/domain/booking';
import type { Problem } from '@bkksiam/domain/problem';
import { checkQuestion } from '@bkksiam/domain/support-ticket';
import { domainCheck } from '#platform/form-schema.ts';
import { useAppForm } from '#platform/form.ts';
import { useIdempotencyKey } from '#platform/idempotency-key.ts';
import { Button, CrossButton, IconButton } from '#ui/button.tsx';
import { Alert } from '#ui/feedback.tsx';
import { Form } from '#ui/form.tsx';
import { CustomField } from '#ui/form-field.tsx';
import { useSupportFailure } from './support-failure.ts';
import type { SentMessage } from './thread-data.ts';

const shape = z.object({ text: z.string(), file: z.nullable(z.custom<File>()) });
type Input = z.infer<typeof shape>;

const schema = shape.check(
  domainCheck<Input>(({ text, file }): Readonly<Partial<Record<keyof Input, Problem>>> => {
    // The rules of a slip are those of any file.
    const wrong = file === null ? null : checkSlip(file);
    return {
      ...(file === null || text.trim() !== '' ? checkQuestion({ text }) : {}),
      ...(wrong !== null && {
        file: {
          code: wrong.code === 'booking.slip_size' ? 'support.file_too_large' : 'support.file_type',
        },
      }),
    };
  }, 'support'),
);

const noInput: Input = { text: '', file: null };

export interface MessageFormProps {
  readonly draftKey: string;
  readonly label: string;
  readonly placeholder: string;
  readonly send: (message: SentMessage) => Promise<unknown>;
  /** A note takes no file. */
  readonly takesFile?: boolean;
  /** The label of the button; an icon alone when left out. */
  readonly submitLabel?: string;
  /** Above the field, such as answers to insert. */
  readonly tools?: (insert: (text: string) => void) => ReactNode;
}

/** The state of the form; the same message sent again has the same id. */
function useMessageForm({ draftKey, send }: Pick<MessageFormProps, 'draftKey' | 'send'>) {
  const keys = useIdempotencyKey();
  return useAppForm({
    schema,
    defaultValues: noInput,
    clearsAfterwards: true,
    draftKey,
    notStored: ['file'],
    send: ({ text, file }: Input) => {
      const trimmed = text.trim();
      const ofFile = file && [file.name, file.size, file.lastModified];
      return send({ messageId: keys.keyOf({ trimmed, ofFile }), text: trimmed, file });
    },
    onSuccess: () => keys.forget(),
  });
}

type MessageForm = ReturnType<typeof useMessageForm>;

function AttachButton({ form }: { readonly form: MessageForm }) {
  const { t } = useTranslation('support');
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={slipAccept}
        aria-label={t('write.attach')}
        className="hidden"
        onChange={({ currentTarget }) => {
          const [file = null] = currentTarget.files ?? [];
          // The same file can be chosen again.
          currentTarget.value = '';
          if (file !== null)
            form.form.setValue('file', file, { shouldDirty: true, shouldValidate: true });
        }}
      />
      <IconButton
        label={t('write.attach')}
        title={`${t('write.attach')} (${t('write.types')})`}
        onClick={() => input.current?.click()}
        className="hover:bg-sunken"
      >
        <Paperclip className="size-5" />
      </IconButton>
    </>
  );
}

function ChosenFile({ form }: { readonly form: MessageForm }) {
  const { t } = useTranslation('support');
  const file = form.form.watch('file');
  const problem = form.errorOf('file');
  if (file === null) return null;
  return (
    <div>
      <p className="flex items-center gap-2 rounded-md bg-teal-soft pl-3">
        <FileText className="size-5 flex-none text-teal" />
        <span role="status" className="min-w-0 flex-1 wrap-anywhere">
          {file.name}
        </span>
        <CrossButton
          label={t('write.remove', { name: file.name })}
          onClick={() =>
            form.form.setValue('file', null, { shouldDirty: true, shouldValidate: true })
          }
        />
      </p>
      {problem !== '' && (
        <p role="alert" className="text-sm font-mid text-red">
          {problem}
        </p>
      )}
    </div>
  );
}

/** Ctrl or Cmd with Enter sends. */
function sendByKeys(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

/** Writes a message into a thread, perhaps with a file. */
export function MessageForm(props: MessageFormProps) {
  const { label, placeholder, takesFile = true, submitLabel, tools } = props;
  const { t } = useTranslation('support');
  const failureText = useSupportFailure();
  const form = useMessageForm(props);
  const { error, ...field } = form.field('text');
  function insert(text: string) {
    const written = form.form.getValues('text').trimEnd();
    const joined = written === '' ? text : `${written}\n${text}`;
    form.form.setValue('text', joined, { shouldDirty: true });
    form.form.setFocus('text');
  }
  return (
    <Form onSubmit={form.onSubmit} aria-label={label} className="grid gap-2">
      {tools?.(insert)}
      {form.failure && <Alert title={t('write.failed')}>{failureText(form.failure)}</Alert>}
      {takesFile && <ChosenFile form={form} />}
      <div className="flex items-end gap-2">
        {takesFile && <AttachButton form={form} />}
        <CustomField
          label={<span className="sr-only">{label}</span>}
          error={error}
          box=""
          className="min-w-0 flex-1 gap-0!"
        >
          {(control) => (
            <textarea
              {...field}
              {...control}
              placeholder={placeholder}
              rows={submitLabel === undefined ? 1 : 3}
              aria-keyshortcuts="Control+Enter"
              onKeyDown={sendByKeys}
              className="field-sizing-content max-h-60 min-h-12 w-0 min-w-0 flex-1 resize-none bg-transparent px-4 py-3 text-md leading-normal text-ink outline-0 placeholder:text-ink-3"
            />
          )}
        </CustomField>
        {submitLabel === undefined && (
          <Button type="submit" busy={form.busy} aria-label={t('write.send')} className="px-4!">
            <SendHorizontal className="size-5" />
          </Button>
        )}
      </div>
      {submitLabel !== undefined && (
        <Button type="submit" busy={form.busy} className="justify-self-end">
          {submitLabel}
        </Button>
      )}
    </Form>
  );
}
