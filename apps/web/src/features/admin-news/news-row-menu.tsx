import { useMutation, useQueryClient } from '@tanstack/react-query';
import { EllipsisVertical, Eye, EyeOff, PenLine, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { newsKeys } from '#entities/news/news-data.ts';
import { showToast } from '#platform/toast.ts';
import { IconButton } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx';
import { listHeading } from '#list/list-view.tsx';
import { changeNews, removeNews, type NewsWriteResult, type NewsRow } from './news-data.ts';
import type { SelectedItem } from '#list/selected-item.ts';

type Action = 'publish' | 'unpublish' | 'remove';

const actions: Record<Action, (item: NewsRow) => Promise<NewsWriteResult>> = {
  publish: (item) => changeNews(item, { ...item, is_public: true }),
  unpublish: (item) => changeNews(item, { ...item, is_public: false }),
  remove: removeNews,
};

function useAction(item: NewsRow) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (action: Action) => actions[action](item),
    mutationKey: [...newsKeys.forAdmins, 'act'],
    meta: { errorToast: 'admin.news.actionFailed' },
    onSuccess: async ({ kind }, action) => {
      const description = { text: item.title };
      if (kind === 'done' || (kind === 'gone' && action === 'remove')) {
        showToast({ title: `admin.news.done.${action}`, description });
      } else {
        showToast({ title: `admin.news.notDone.${kind}`, description, tone: 'destructive' });
      }
      if (kind === 'gone') listHeading()?.focus();
      await client.invalidateQueries({ queryKey: newsKeys.all });
    },
  });
}

export interface NewsRowMenuProps {
  readonly item: NewsRow;
  readonly editLink: ReturnType<SelectedItem['linkTo']>;
}

/** The actions of a row of the news list. */
export function NewsRowMenu({ item, editLink }: NewsRowMenuProps) {
  const { t } = useTranslation();
  const { mutate, isPending } = useAction(item);
  const [confirming, setConfirming] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  function act(action: Action) {
    if (!isPending) mutate(action);
  }
  return (
    <>
      <Menu
        trigger={
          <IconButton
            ref={trigger}
            label={t('admin.news.actionsFor', { title: item.title })}
            aria-busy={isPending || undefined}
            className="hover:bg-sunken dense:pointer-fine:size-9"
          >
            <EllipsisVertical className="size-5" />
          </IconButton>
        }
      >
        <MenuItem asChild>
          <Link {...editLink}>
            <PenLine className="size-5" />
            {t('admin.news.editAction')}
          </Link>
        </MenuItem>
        <MenuItem onSelect={() => act(item.is_public ? 'unpublish' : 'publish')}>
          {item.is_public ? <EyeOff className="size-5" /> : <Eye className="size-5" />}
          {t(item.is_public ? 'admin.news.unpublish' : 'admin.news.publish')}
        </MenuItem>
        <MenuSeparator />
        <MenuItem tone="danger" onSelect={() => setConfirming(true)}>
          <Trash2 className="size-5" />
          {t('action.delete')}
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={confirming}
        onCancel={() => setConfirming(false)}
        onConfirm={() => {
          setConfirming(false);
          act('remove');
        }}
        title={t('admin.news.deleteTitle')}
        text={
          <span className="wrap-anywhere">{t('admin.news.deleteText', { title: item.title })}</span>
        }
        focusAfter={() => trigger.current}
        confirmLabel={t('action.delete')}
        cancelLabel={t('action.cancel')}
      />
    </>
  );
}
