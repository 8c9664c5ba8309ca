import { useMutation, useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '#platform/session.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { Menu, MenuHeader, MenuItem } from '#ui/menu.tsx';
import { adminsQuery, type Assigned, type Assignment } from './assignment-data.ts';

export interface WorkedOnProps {
  readonly row: Assigned;
  /** Gives it to an admin, or to nobody, unless another one than expected has it. */
  readonly assign: (to: string | null, expected: string | null) => Promise<Assignment>;
  /** The queries that show who has it. */
  readonly queryKey: QueryKey;
}

type Holder = Pick<Assigned, 'assigned_to' | 'assigned_name'>;

/** What is asked before it is taken away from another admin. */
interface Question {
  readonly holder: Holder;
  readonly to: string;
}

/** The actions, which ask before they take it away from another admin. */
function useActions({ row, assign, queryKey }: WorkedOnProps) {
  const queries = useQueryClient();
  const [question, setQuestion] = useState<Question>();
  const { mutate, isPending } = useMutation({
    mutationKey: [...queryKey, 'assign'],
    mutationFn: async ({ to, holder }: { readonly to: string | null; readonly holder: Holder }) => {
      try {
        return await assign(to, holder.assigned_to);
      } finally {
        await queries.invalidateQueries({ queryKey });
      }
    },
    meta: { errorToast: 'assignments:failed' },
  });
  const give = (to: string, holder: Holder) =>
    mutate(
      { to, holder },
      {
        onSuccess: (result) => setQuestion(result.is_done ? undefined : { holder: result, to }),
        onError: () => setQuestion(undefined),
      },
    );
  const isOthers = row.assigned_to !== null && row.is_mine !== true;
  return {
    isPending,
    isOthers,
    question,
    give: (to: string) => (isOthers ? setQuestion({ holder: row, to }) : give(to, row)),
    giveBack: () => mutate({ to: null, holder: row }),
    confirm: () => question && give(question.to, question.holder),
    leave: () => setQuestion(undefined),
  };
}

/** The other admins, to give it to one of them. */
function GiveMenu({
  row,
  onGive,
}: {
  readonly row: Assigned;
  readonly onGive: (id: string) => void;
}) {
  const { t } = useTranslation('assignments');
  const { data: admins = [] } = useQuery(adminsQuery);
  const user = useUser();
  const others = admins.filter(({ id }) => id !== user?.id && id !== row.assigned_to);
  return (
    <Menu
      trigger={
        <Button tone="link" className="text-sm">
          {t('give')}
          <ChevronDown className="size-4" />
        </Button>
      }
    >
      {others.length === 0 && <MenuHeader>{t('alone')}</MenuHeader>}
      {others.map(({ id, name }) => (
        <MenuItem key={id} onSelect={() => onGive(id)}>
          {name}
        </MenuItem>
      ))}
    </Menu>
  );
}

/** Asks before it is taken away from another admin. */
function TakeAway({ actions }: { readonly actions: ReturnType<typeof useActions> }) {
  const { t } = useTranslation('assignments');
  const { data: admins = [] } = useQuery(adminsQuery);
  const user = useUser();
  const { question } = actions;
  const name = question?.holder.assigned_name ?? '';
  const to = admins.find(({ id }) => id === question?.to)?.name ?? '';
  const isForMe = question?.to === user?.id;
  return (
    <ConfirmDialog
      open={question !== undefined}
      onCancel={actions.leave}
      onConfirm={actions.confirm}
      title={t('hasIt', { name })}
      text={isForMe ? t('askTakeOver', { name }) : t('askGive', { name, to })}
      confirmLabel={isForMe ? t('takeOver') : t('giveTo', { name: to })}
      cancelLabel={t('leave')}
      tone="primary"
      busy={actions.isPending}
    />
  );
}

/** The id of the button that takes it on or over, for the key T. */
export const takeId = 'take-it-on';

/** Says which admin works on it, with what an admin can do about that. Nothing is locked for others. */
export function WorkedOn(props: WorkedOnProps) {
  const { t } = useTranslation('assignments');
  const actions = useActions(props);
  const { isOthers } = actions;
  const user = useUser();
  const { row } = props;
  const isMine = row.is_mine === true;
  return (
    <div
      role="group"
      aria-label={t('label')}
      className={classNames(
        'flex flex-wrap items-center gap-x-4 text-sm',
        isOthers && 'rounded-md bg-sunken px-3',
      )}
    >
      <p aria-live="polite" className="mr-auto py-2 wrap-anywhere">
        {isOthers ? (
          <strong>{t('hasIt', { name: row.assigned_name })}</strong>
        ) : (
          <>
            <span className="text-ink-2">{t('label')}:</span> {t(isMine ? 'you' : 'nobody')}
          </>
        )}
      </p>
      <div className="flex gap-x-4">
        {/* One button in all states, so that it keeps the focus. */}
        <Button
          id={isMine ? undefined : takeId}
          tone="link"
          aria-keyshortcuts={isMine ? undefined : 'T'}
          busy={actions.isPending}
          onClick={() => (isMine ? actions.giveBack() : user && actions.give(user.id))}
          className="text-sm"
        >
          {t(isMine ? 'giveBack' : isOthers ? 'takeOver' : 'take')}
        </Button>
        <GiveMenu row={row} onGive={actions.give} />
      </div>
      <TakeAway actions={actions} />
    </div>
  );
}
