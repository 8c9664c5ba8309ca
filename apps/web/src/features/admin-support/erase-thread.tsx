import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { threadKeys } from '#entities/support/thread-data.ts';
import { listHeading } from '#list/list-view.tsx';
import { showToast } from '#platform/toast.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { eraseThread, threadList, type AdminThread } from './support-data.ts';

interface EraseThreadProps {
  readonly row: AdminThread;
  /** Called once the thread is gone. */
  readonly onErased: () => void;
}

function EraseQuestion({ row, onErased, onClose }: EraseThreadProps & { onClose: () => void }) {
  const { t } = useTranslation(['adminSupport', 'common']);
  const queries = useQueryClient();
  const isErased = useRef(false);
  const { mutate, isPending } = useMutation({
    mutationKey: [...threadList.key, 'erase'],
    mutationFn: () => eraseThread(row.thread_id),
    meta: { errorToast: 'adminSupport:erase.failed' },
    onSuccess: () => {
      isErased.current = true;
      showToast({ title: 'adminSupport:erase.done' });
      onErased();
    },
    onSettled: () => {
      onClose();
      return queries.invalidateQueries({ queryKey: threadKeys.forAdmins });
    },
  });
  return (
    <ConfirmDialog
      open
      onCancel={onClose}
      onConfirm={() => mutate()}
      title={t('erase.title', { name: row.full_name ?? t('noName') })}
      text={t('erase.text')}
      confirmLabel={t('erase.confirm')}
      cancelLabel={t('common:action.cancel')}
      busy={isPending}
      // The pane and the row go away.
      focusAfter={() => (isErased.current ? listHeading() : undefined)}
    />
  );
}

/** Erases the question of a visitor after a question; a member's goes with the account. */
export function EraseThread(props: EraseThreadProps) {
  const { t } = useTranslation('adminSupport');
  const [asks, setAsks] = useState(false);
  if (props.row.user_id !== null) return null;
  return (
    <div>
      <Button tone="link" size="sm" className="text-red!" onClick={() => setAsks(true)}>
        <Trash2 className="size-4" />
        {t('erase.action')}
      </Button>
      {asks && <EraseQuestion {...props} onClose={() => setAsks(false)} />}
    </div>
  );
}
