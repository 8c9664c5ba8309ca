import { useMutation, useQueryClient } from '@tanstack/react-query';
import { EllipsisVertical, Eye, EyeOff, PenLine, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { messageOf } from '#platform/backend-error.ts';
import type { TextKey } from '#platform/i18n.ts';
import { logFailure } from '#platform/log.ts';
import { showToast } from '#platform/toast.ts';
import { IconButton } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx';
import {
  changeNews,
  newsDeskKey,
  removeNews,
  type NewsOutcome,
  type NewsRow,
} from './news-desk-data.ts';
import type { OpeningLink } from './opened-item.ts';

type Verb = 'publish' | 'unpublish' | 'remove';

const verbs: Record<Verb, (item: NewsRow) => Promise<NewsOutcome>> = {
  publish: (item) => changeNews(item, { ...item, is_public: true }),
  unpublish: (item) => changeNews(item, { ...item, is_public: false }),
  remove: removeNews,
};

const done: Record<Verb, TextKey> = {
  publish: 'desk.news.published',
  unpublish: 'desk.news.unpublished',
  remove: 'desk.news.removed',
};

/** What is said of an attempt that changed nothing. */
const undone: Partial<Record<NewsOutcome['kind'], TextKey>> = {
  changed: 'desk.news.changedElsewhere',
  gone: 'desk.news.goneElsewhere',
  refused: 'desk.news.refused',
};

/** The verbs of a row. After each answer the list and the feeds are read anew. */
function useVerb(item: NewsRow, onRemoved: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (verb: Verb) => verbs[verb](item),
    onSuccess: async ({ kind }, verb) => {
      const worked = kind === (verb === 'remove' ? 'gone' : 'done');
      const title = worked ? done[verb] : (undone[kind] ?? 'desk.news.refused');
      showToast({
        title,
        description: { text: item.title },
        ...(!worked && { tone: 'destructive' }),
      });
      if (kind === 'gone') onRemoved();
      await client.invalidateQueries({ queryKey: ['news'], refetchType: 'none' });
      await client.invalidateQueries({ queryKey: newsDeskKey });
    },
    onError: (error) => {
      logFailure('the news could not be changed', error);
      showToast({
        title: 'desk.news.actionFailed',
        description: { text: messageOf(error) },
        tone: 'destructive',
      });
    },
  });
}

export interface NewsRowMenuProps {
  readonly item: NewsRow;
  readonly editLink: OpeningLink;
  /** The row is about to go. */
  readonly onRemoved: () => void;
}

/** What can be done with an item of the list. */
export function NewsRowMenu({ item, editLink, onRemoved }: NewsRowMenuProps) {
  const { t } = useTranslation();
  const { mutate, isPending } = useVerb(item, onRemoved);
  const [asked, setAsked] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const icon = { className: 'size-5', strokeWidth: 1.6, 'aria-hidden': true };
  function act(verb: Verb) {
    if (!isPending) mutate(verb);
  }
  return (
    <>
      <Menu
        trigger={
          <IconButton
            ref={trigger}
            label={t('desk.news.actionsFor', { title: item.title })}
            aria-busy={isPending || undefined}
            className="hover:bg-sunken"
          >
            <EllipsisVertical {...icon} />
          </IconButton>
        }
      >
        <MenuItem asChild>
          <Link {...editLink}>
            <PenLine {...icon} />
            {t('desk.news.editAction')}
          </Link>
        </MenuItem>
        <MenuItem onSelect={() => act(item.is_public ? 'unpublish' : 'publish')}>
          {item.is_public ? <EyeOff {...icon} /> : <Eye {...icon} />}
          {t(item.is_public ? 'desk.news.unpublish' : 'desk.news.publish')}
        </MenuItem>
        <MenuSeparator />
        <MenuItem tone="danger" onSelect={() => setAsked(true)}>
          <Trash2 {...icon} />
          {t('desk.news.delete')}
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={asked}
        onCancel={() => setAsked(false)}
        onConfirm={() => {
          setAsked(false);
          act('remove');
        }}
        title={t('desk.news.deleteTitle')}
        text={
          <span className="wrap-anywhere">{t('desk.news.deleteText', { title: item.title })}</span>
        }
        focusAfter={() => trigger.current}
        confirmLabel={t('desk.news.delete')}
        cancelLabel={t('action.cancel')}
      />
    </>
  );
}
