import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { checkNews } from '@bkksiam/domain/news';
import { newsKeys } from '#entities/news/news-data.ts';
import { newId, useAppForm } from '#platform/form.ts';
import { domainCheck } from '#platform/form-schema.ts';
import { showToast } from '#platform/toast.ts';
import {
  addNews,
  changeNews,
  type NewsInput,
  type NewsRow,
  type NewsWriteResult,
} from './news-data.ts';

const emptyInput: NewsInput = { title: '', excerpt: '', is_public: false };

const schema = z
  .object({
    title: z.string(),
    excerpt: z.string(),
    is_public: z.boolean(),
    /** The version that is overwritten; null inserts a new item under the id. */
    base: z.nullable(z.custom<NewsRow>()),
    id: z.string(),
  })
  .check(domainCheck<NewsInput>(checkNews));

type NewsFields = z.output<typeof schema>;

const save = ({ base, id, ...input }: NewsFields): Promise<NewsWriteResult> =>
  base === null ? addNews(id, input) : changeNews(base, input);

function inputOf({ title, excerpt, is_public }: NewsRow): NewsInput {
  return { title, excerpt, is_public };
}

/**
 * The form state of the news editor. A save never overwrites another admin's change without asking, and keeps the input.
 *
 * @param item the stored item; null for a new one
 */
export function useNewsForm(item: NewsRow | null, onSaved: () => void) {
  const client = useQueryClient();
  const [defaultValues] = useState<NewsFields>(() => ({
    ...(item === null ? emptyInput : inputOf(item)),
    base: item,
    id: newId(),
  }));
  const { form, onSubmit, clearResult, ...rest } = useAppForm({
    schema,
    defaultValues,
    draftKey: `news ${item?.id ?? 'new'}`,
    send: save,
    isSent: ({ kind }) => kind === 'done',
    mutationKey: [...newsKeys.forAdmins, 'save'],
    async onSuccess(result) {
      if (result.kind !== 'done') return;
      showToast({
        title: 'admin.news.saved',
        description: result.item.is_public ? 'admin.news.savedPublic' : 'admin.news.savedMembers',
      });
      // The editor's own item must not change under the input.
      await client.invalidateQueries({ queryKey: newsKeys.all, refetchType: 'none' });
    },
    afterwards: ({ kind }) => kind === 'done' && onSaved(),
  });
  function saveOver(version: NewsRow | null, id: string) {
    form.setValue('base', version);
    form.setValue('id', id);
    onSubmit();
  }
  return {
    ...rest,
    form,
    input: form.watch(),
    onSubmit,
    /** Overwrites another admin's version with the input. */
    overwrite: (version: NewsRow) => saveOver(version, form.getValues('id')),
    /** Replaces the input by another admin's version. */
    takeTheirs: (version: NewsRow) => {
      form.reset({ ...inputOf(version), base: version, id: form.getValues('id') });
      clearResult();
    },
    /** Inserts the input as a new item after the edited one was deleted. */
    saveAsNew: () => saveOver(null, newId()),
  };
}

export type NewsForm = ReturnType<typeof useNewsForm>;
