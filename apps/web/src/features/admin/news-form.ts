import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { checkNews } from '@bkksiam/domain/news';
import { newsKeys } from '#entities/news/news-data.ts';
import { useUser } from '#platform/session.ts';
import { showToast } from '#platform/toast.ts';
import { useDraft } from '#platform/unsaved-changes.ts';
import type { FieldChange } from '#ui/form.tsx';
import {
  addNews,
  changeNews,
  isSame,
  type NewsInput,
  type NewsRow,
  type NewsWriteResult,
} from './news-data.ts';

const fields = ['title', 'excerpt'] as const;
const emptyInput: NewsInput = { title: '', excerpt: '', is_public: false };

interface SaveVariables {
  readonly input: NewsInput;
  /** The version that is overwritten; null inserts a new item under the id. */
  readonly base: NewsRow | null;
  readonly id: string;
}

const save = ({ input, base, id }: SaveVariables): Promise<NewsWriteResult> =>
  base === null ? addNews(id, input) : changeNews(base, input);

/** A new id (UUID, version 4). `crypto.randomUUID` is missing where a site is served without TLS. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function inputOf({ title, excerpt, is_public }: NewsRow): NewsInput {
  return { title, excerpt, is_public };
}

const isDirty = ({ input, base }: SaveVariables) => !isSame(input, base ?? emptyInput);

/** The form state of an item, or its unsaved draft from before the session ended. */
function useFormState(item: NewsRow | null) {
  const user = useUser();
  const [initial] = useState<SaveVariables>(() => ({
    input: item === null ? emptyInput : inputOf(item),
    base: item,
    id: newId(),
  }));
  const key = `news ${user?.id ?? ''} ${item?.id ?? 'new'}`;
  return useDraft(key, initial, isDirty);
}

function useSave(onSaved: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: save,
    meta: { failure: 'the news could not be saved' },
    onSuccess: async (result) => {
      if (result.kind !== 'done') return;
      const { item } = result;
      showToast({
        title: 'admin.news.saved',
        description: item.is_public ? 'admin.news.savedPublic' : 'admin.news.savedMembers',
      });
      // The editor's own item must not change under the input.
      await client.invalidateQueries({ queryKey: newsKeys.all, refetchType: 'none' });
      onSaved();
    },
  });
}

/**
 * The form state of the news editor. A save never overwrites another admin's change without asking, and keeps the input.
 *
 * @param item the stored item; null for a new one
 */
export function useNewsForm(item: NewsRow | null, onSaved: () => void) {
  const { t } = useTranslation();
  const [form, setForm, forgetDraft] = useFormState(item);
  const { input, base } = form;
  const [submitted, setSubmitted] = useState(false);
  const mutation = useSave(() => {
    forgetDraft();
    onSaved();
  });
  const problems = checkNews(input);

  function saveOver(version: NewsRow | null, id = form.id) {
    if (mutation.isPending) return;
    const variables = { input, base: version, id };
    setForm(variables);
    mutation.mutate(variables);
  }
  function onSubmit({ currentTarget: { elements } }: SubmitEvent<HTMLFormElement>) {
    setSubmitted(true);
    const wrong = fields.find((field) => problems[field] !== undefined);
    if (wrong === undefined) {
      saveOver(base);
      return;
    }
    const field = elements.namedItem(wrong);
    if (field instanceof HTMLElement) field.focus();
  }
  const change = (changed: Partial<NewsInput>) =>
    setForm({ ...form, input: { ...input, ...changed } });
  return {
    input,
    change,
    /** The props of a field. */
    field: (name: (typeof fields)[number]) => {
      const problem = submitted ? problems[name] : undefined;
      return {
        name,
        value: input[name],
        onChange: ({ target }: FieldChange<HTMLInputElement | HTMLTextAreaElement>) =>
          change({ [name]: target.value }),
        // The saved version must equal the input.
        readOnly: mutation.isPending,
        error: problem && t(`problem.${problem.code}`, { ...problem.values }),
      };
    },
    busy: mutation.isPending,
    /** Of the last save, where it wrote nothing. */
    result: mutation.data,
    error: mutation.error,
    onSubmit,
    /** Overwrites another admin's version with the input. */
    overwrite: (version: NewsRow) => saveOver(version),
    /** Replaces the input by another admin's version. */
    takeTheirs: (version: NewsRow) => {
      setForm({ ...form, input: inputOf(version), base: version });
      mutation.reset();
    },
    /** Inserts the input as a new item where the edited one was deleted. */
    saveAsNew: () => saveOver(null, newId()),
  };
}

export type NewsForm = ReturnType<typeof useNewsForm>;
