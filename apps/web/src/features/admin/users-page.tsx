import { useQuery } from '@tanstack/react-query';
import { UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { logFailure } from '#platform/log.ts';
import { useSession } from '#platform/session.tsx';
import { Button } from '#ui/button.tsx';
import { useAdminList } from './admin-list.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { ListHeading } from './list-heading.tsx';
import { ListSearch } from './list-search.tsx';
import { ListView } from './list-view.tsx';
import { useFreshUsers, useUserActions } from './use-user-actions.ts';
import type { UserAction } from './user-calls.ts';
import { useColumns } from './user-columns.tsx';
import { UserMenu } from './user-menu.tsx';
import { UserConfirmDialog, useUserQuestion } from './user-confirm-dialog.tsx';
import { userList, usersQuery, type AdminUser } from './users-data.ts';

const headingId = 'users-heading';

/** The list, and what can be done to those in it. */
function Users() {
  const { t } = useTranslation();
  const { user: self } = useSession();
  const list = useAdminList(userList);
  const query = useQuery(usersQuery(list.question));
  const { run, isUnderWay } = useUserActions(headingId);
  const deletion = useUserQuestion();
  const reset = useUserQuestion();
  const act = (user: AdminUser, action: UserAction) => {
    if (action.kind === 'delete') deletion.ask(user);
    else if (action.kind === 'resetFactor') reset.ask(user);
    else run(user, action).catch((error: unknown) => logFailure('an action failed', error));
  };
  const columns = useColumns((user) => (
    <UserMenu
      user={user}
      own={user.id === self?.id}
      busy={isUnderWay(user.id)}
      onAct={(action) => act(user, action)}
    />
  ));
  return (
    <>
      <ListSearch
        label={t('users.search')}
        words={list.question.words}
        onSearch={list.search}
        className="my-6 max-w-md"
      />
      <ListView
        headingId={headingId}
        list={list}
        query={query}
        columns={columns}
        keyOf={({ id }) => id}
        toneOf={({ active }) => (active ? 'plain' : 'off')}
        failed="users.failed"
        empty="users.empty"
      />
      <UserConfirmDialog
        action="delete"
        question={deletion}
        busy={deletion.user !== undefined && isUnderWay(deletion.user.id)}
        onConfirm={(user) => run(user, { kind: 'delete' })}
        headingId={headingId}
      />
      <UserConfirmDialog
        action="resetFactor"
        question={reset}
        busy={reset.user !== undefined && isUnderWay(reset.user.id)}
        onConfirm={(user) => run(user, { kind: 'resetFactor' })}
        headingId={headingId}
      />
    </>
  );
}

/** The admins' User Management (spec §2). */
export function Component() {
  const { t } = useTranslation();
  const [inviting, setInviting] = useState(false);
  const refresh = useFreshUsers();
  return (
    <>
      <ListHeading
        id={headingId}
        title={t('users.title')}
        text={t('users.text')}
        action={
          <Button onClick={() => setInviting(true)}>
            <UserRoundPlus className="size-5" strokeWidth={1.6} aria-hidden />
            {t('users.invite')}
          </Button>
        }
      />
      <InviteDialog open={inviting} onClose={() => setInviting(false)} onTried={refresh} />
      <Users />
    </>
  );
}
