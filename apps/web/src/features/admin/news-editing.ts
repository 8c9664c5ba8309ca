import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState, type SubmitEvent } from 'react';
import { checkNews } from '@bkksiam/domain/news';
import { logFailure } from '#platform/log.ts';
import { newId } from '#platform/new-id.ts';
import { showToast } from '#platform/toast.ts';
import {
  addNews,
  changeNews,
  newsDeskKey,
  type NewsOutcome,
  type NewsRow,
  type NewsWish,
} from './news-desk-data.ts';

const fields = ['title', 'excerpt'] as const;
const nothing: NewsWish = { title: '', excerpt: '', is_public: false };

/** One attempt to save. */
interface Attempt {
  readonly wish: NewsWish;
  /** What it is written over; null makes a new item under the id. */
  readonly over: NewsRow | null;
  readonly id: string;
}

const save = ({ wish, over, id }: Attempt): Promise<NewsOutcome> =>
  over === null ? addNews(id, wish) : changeNews(over, wish);

function wishOf({ title, excerpt, is_public }: NewsRow): NewsWish {
  return { title, excerpt, is_public };
}

/** True while what is typed differs from what is stored, until it is settled; asked at the moment it matters. */
function useUnsaved(draft: NewsWish, stored: NewsWish) {
  const differs = useRef(false);
  const settled = useRef(false);
  useEffect(() => {
    differs.current =
      draft.title !== stored.title ||
      draft.excerpt !== stored.excerpt ||
      draft.is_public !== stored.is_public;
  });
  const unsaved = useCallback(() => differs.current && !settled.current, []);
  const settle = useCallback(() => {
    settled.current = true;
  }, []);
  return { unsaved, settle };
}

function useSaving(onSaved: (item: NewsRow) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: save,
    onSuccess: async (outcome) => {
      if (outcome.kind !== 'done') return;
      const { item } = outcome;
      showToast({
        title: 'desk.news.saved',
        description: item.is_public ? 'desk.news.savedPublic' : 'desk.news.savedMembers',
      });
      await client.invalidateQueries({ queryKey: newsDeskKey, refetchType: 'none' });
      await client.invalidateQueries({ queryKey: ['news'] });
      onSaved(item);
    },
    onError: (error) => logFailure('the news could not be saved', error),
  });
}

/**
 * What stands in the editor, and saving it. An item that somebody else has changed or removed meanwhile is not written
 * over unasked, and what is typed stays whatever happens.
 *
 * @param opened the item as it was read; null for a new one
 */
export function useNewsEditing(opened: NewsRow | null, onSaved: (item: NewsRow) => void) {
  const [base, setBase] = useState(opened);
  const [draft, setDraft] = useState<NewsWish>(opened === null ? nothing : wishOf(opened));
  const [id, setId] = useState(newId);
  const [tried, setTried] = useState(false);
  const { unsaved, settle } = useUnsaved(draft, base === null ? nothing : wishOf(base));
  const saving = useSaving((item) => {
    settle();
    onSaved(item);
  });
  const problems = checkNews(draft);

  function attempt(over: NewsRow | null, under = id) {
    if (!saving.isPending) saving.mutate({ wish: draft, over, id: under });
  }
  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setTried(true);
    const wrong = fields.find((field) => problems[field] !== undefined);
    if (wrong === undefined) {
      attempt(base);
      return;
    }
    const field = event.currentTarget.elements.namedItem(wrong);
    if (field instanceof HTMLElement) field.focus();
  }
  return {
    draft,
    change: (changed: Partial<NewsWish>) => setDraft({ ...draft, ...changed }),
    problemOf: (field: (typeof fields)[number]) => (tried ? problems[field] : undefined),
    busy: saving.isPending,
    /** What came of the last attempt, where it was not saved. */
    outcome: saving.data,
    error: saving.error,
    onSubmit,
    unsaved,
    /** Saves what is typed over what somebody else has written. */
    overwrite: (item: NewsRow) => {
      setBase(item);
      attempt(item);
    },
    /** Gives up what is typed for what somebody else has written. */
    takeTheirs: (item: NewsRow) => {
      setBase(item);
      setDraft(wishOf(item));
      saving.reset();
    },
    /** Saves what is typed as a new item, the edited one being gone. */
    saveAsNew: () => {
      const under = newId();
      setId(under);
      setBase(null);
      attempt(null, under);
    },
  };
}
