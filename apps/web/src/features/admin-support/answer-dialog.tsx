import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { Problem } from '@bkksiam/domain/problem';
import { FormDialog } from '#platform/form-dialog.tsx';
import { domainCheck, trimmedText } from '#platform/form-schema.ts';
import { newId, useAppForm } from '#platform/form.ts';
import { showToast } from '#platform/toast.ts';
import { Alert } from '#ui/feedback.tsx';
import { TextArea, TextField } from '#ui/form-field.tsx';
import { NumberField } from '#ui/parts/number-field.tsx';
import {
  answerKey,
  saveCanned,
  saveHelp,
  type CannedAnswer,
  type HelpAnswer,
} from './answers-data.ts';

interface AnswerDialogProps<Answer> {
  /** Null for a new one. */
  readonly answer: Answer | null;
  /** The position of a new one. */
  readonly last: number;
  readonly onClose: () => void;
}

const longest = { title: 60, question: 200, text: 5000 };

type Answer = Readonly<Record<string, string | number | boolean | null>>;

/** Every text is needed, within its length; a position is any small number. */
function checkAnswer(input: Answer) {
  const problemOf = (name: string, value: unknown): Problem | null => {
    const isWrong = typeof value === 'number' && (value < 0 || value > 999);
    if (value === null || isWrong) return { code: 'answer.missing' };
    if (typeof value !== 'string') return null;
    if (value === '') return { code: 'answer.missing' };
    const kind = name === 'title' ? 'title' : name.startsWith('question') ? 'question' : 'text';
    const max = longest[kind];
    return Array.from(value).length > max ? { code: 'answer.too_long', values: { max } } : null;
  };
  return Object.fromEntries(
    Object.entries(input).flatMap(([name, value]) => {
      const problem = problemOf(name, value);
      return problem === null ? [] : [[name, problem] as const];
    }),
  );
}

const position = z.nullable(z.number());

const cannedSchema = z
  .object({ title: trimmedText, text_en: trimmedText, text_th: trimmedText, position })
  .check(domainCheck<Answer>(checkAnswer, 'adminSupport'));
const helpSchema = z
  .object({
    ...{ question_en: trimmedText, question_th: trimmedText },
    ...{ answer_en: trimmedText, answer_th: trimmedText },
    ...{ position, is_public: z.boolean() },
  })
  .check(domainCheck<Answer>(checkAnswer, 'adminSupport'));

/** What both dialogs do once an answer is saved; the id of a new one is the same for a repeated call. */
function useSaving(
  answer: { readonly id: string; readonly updated_at: string } | null,
  onClose: () => void,
) {
  const queries = useQueryClient();
  const [id] = useState(() => answer?.id ?? newId());
  return {
    seen: { id, updatedAt: answer?.updated_at ?? null },
    options: {
      draftKey: `answer ${answer?.id ?? 'new'}`,
      onSuccess: async () => {
        showToast({ title: 'adminSupport:prepared.saved' });
        await queries.invalidateQueries({ queryKey: answerKey });
        onClose();
      },
    },
  };
}

function SaveFailure({
  error,
}: {
  readonly error: { readonly code: string; readonly message: string } | null;
}) {
  const { t } = useTranslation('adminSupport');
  if (error === null) return null;
  return (
    <Alert title={t('prepared.saveFailed')}>
      {error.code === 'conflict' ? t('prepared.conflict') : error.message}
    </Alert>
  );
}

/** Writes an answer that admins insert into threads. */
export function CannedDialog({ answer, last, onClose }: AnswerDialogProps<CannedAnswer>) {
  const { t } = useTranslation('adminSupport');
  const { seen, options } = useSaving(answer, onClose);
  const form = useAppForm({
    ...options,
    schema: cannedSchema,
    defaultValues: {
      title: answer?.title ?? '',
      text_en: answer?.text_en ?? '',
      text_th: answer?.text_th ?? '',
      position: answer?.position ?? last,
    },
    send: ({ position: place, ...input }) =>
      saveCanned(seen, { ...input, position: place ?? last }),
  });
  return (
    <FormDialog
      wide
      form={form}
      onClose={onClose}
      title={t(answer === null ? 'prepared.canned.new' : 'prepared.canned.edit')}
      submitLabel={t('prepared.save')}
    >
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_8rem]">
        <TextField {...form.field('title')} label={t('prepared.field.title')} autoComplete="off" />
        <NumberField {...form.count('position')} label={t('prepared.field.position')} />
      </div>
      <TextArea {...form.field('text_th')} lang="th" label={t('prepared.field.text_th')} rows={4} />
      <TextArea {...form.field('text_en')} lang="en" label={t('prepared.field.text_en')} rows={4} />
      <SaveFailure error={form.failure} />
    </FormDialog>
  );
}

/** Writes an answer of the Help Center. */
export function HelpDialog({ answer, last, onClose }: AnswerDialogProps<HelpAnswer>) {
  const { t } = useTranslation('adminSupport');
  const id = useId();
  const { seen, options } = useSaving(answer, onClose);
  const form = useAppForm({
    ...options,
    schema: helpSchema,
    defaultValues: {
      question_en: answer?.question_en ?? '',
      question_th: answer?.question_th ?? '',
      answer_en: answer?.answer_en ?? '',
      answer_th: answer?.answer_th ?? '',
      position: answer?.position ?? last,
      is_public: answer?.is_public ?? false,
    },
    send: ({ position: place, ...input }) => saveHelp(seen, { ...input, position: place ?? last }),
  });
  const text = (name: 'question_en' | 'question_th' | 'answer_en' | 'answer_th') => ({
    ...form.field(name),
    lang: name.slice(-2),
    label: t(`prepared.field.${name}`),
  });
  return (
    <FormDialog
      wide
      form={form}
      onClose={onClose}
      title={t(answer === null ? 'prepared.help.new' : 'prepared.help.edit')}
      submitLabel={t('prepared.save')}
    >
      <TextField {...text('question_th')} autoComplete="off" />
      <TextArea {...text('answer_th')} rows={4} />
      <TextField {...text('question_en')} autoComplete="off" />
      <TextArea {...text('answer_en')} rows={4} />
      <div className="grid items-end gap-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
        <NumberField {...form.count('position')} label={t('prepared.field.position')} />
        <label htmlFor={id} className="inline-flex min-h-13 cursor-pointer items-center gap-3">
          <input
            id={id}
            type="checkbox"
            checked={form.form.watch('is_public')}
            onChange={({ target }) =>
              form.form.setValue('is_public', target.checked, { shouldDirty: true })
            }
            className="size-5 accent-teal"
          />
          {t('prepared.field.is_public')}
        </label>
      </div>
      <SaveFailure error={form.failure} />
    </FormDialog>
  );
}
