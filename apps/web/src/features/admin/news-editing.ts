import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { checkNews } from '@bkksiam/domain/news';
import { logFailure } from '#platform/log.ts';
import { newId } from '#platform/new-id.ts';
import { useSession } from '#platform/session.tsx';
import { showToast } from '#platform/toast.ts';
import { useDraft, useUnsentWork } from '#platform/unsent-work.ts';
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

/** What lies on the desk: what is typed, over which state of the item, and the id of one that is new. */
interface Sheet {
  readonly draft: NewsWish;
  /** Null for an item that is not stored yet. */
  readonly base: NewsRow | null;
  readonly id: string;
}

function differs({ draft, base }: Sheet): boolean {
  const stored = base ?? nothing;
  return (
    draft.title !== stored.title ||
    draft.excerpt !== stored.excerpt ||
    draft.is_public !== stored.is_public
  );
}

/** A sheet that was left with something unsaved on it. */
function isUnsavedSheet(kept: unknown): kept is Sheet {
  return typeof kept === 'object' && kept !== null && 'draft' in kept && differs(kept as Sheet);
}

/** The sheet of an item, or the one that was taken away unsaved when the session ended. */
function useSheet(opened: NewsRow | null) {
  const { user } = useSession();
  const [fresh] = useState<Sheet>(() => ({
    draft: opened === null ? nothing : wishOf(opened),
    base: opened,
    id: newId(),
  }));
  const key = `news ${user?.id ?? ''} ${opened?.id ?? 'new'}`;
  const [sheet, setSheet, forgetDraft] = useDraft(key, fresh, isUnsavedSheet);
  useUnsentWork(differs(sheet));
  return [sheet, setSheet, forgetDraft] as const;
}

function useSaving(onSaved: () => void) {
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
      onSaved();
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
export function useNewsEditing(opened: NewsRow | null, onSaved: () => void) {
  const [sheet, setSheet, forgetDraft] = useSheet(opened);
  const { draft, base } = sheet;
  const [tried, setTried] = useState(false);
  const saving = useSaving(() => {
    forgetDraft();
    onSaved();
  });
  const problems = checkNews(draft);

  /** Saves what is typed, over that state of the item from now on. */
  function attempt(over: NewsRow | null, id = sheet.id) {
    if (saving.isPending) return;
    setSheet({ draft, base: over, id });
    saving.mutate({ wish: draft, over, id });
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
    change: (changed: Partial<NewsWish>) => setSheet({ ...sheet, draft: { ...draft, ...changed } }),
    problemOf: (field: (typeof fields)[number]) => (tried ? problems[field] : undefined),
    busy: saving.isPending,
    /** What came of the last attempt, where it was not saved. */
    outcome: saving.data,
    error: saving.error,
    onSubmit,
    /** Saves what is typed over what somebody else has written. */
    overwrite: (item: NewsRow) => attempt(item),
    /** Gives up what is typed for what somebody else has written. */
    takeTheirs: (item: NewsRow) => {
      setSheet({ ...sheet, draft: wishOf(item), base: item });
      saving.reset();
    },
    /** Saves what is typed as a new item, the edited one being gone. */
    saveAsNew: () => attempt(null, newId()),
  };
}
