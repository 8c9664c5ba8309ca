import { useQuery } from '@tanstack/react-query';
import { UserRoundPlus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { bangkokDayText } from '@bkksiam/domain/date-text';
import { existsWith, pages } from '#pages.ts';
import { settings } from '#platform/env.ts';
import { useLanguage } from '#platform/i18n.ts';
import { useUser } from '#platform/session.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import type { TableColumn } from '#ui/data-table.tsx';
import { EmailText } from '#ui/email-text.tsx';
import { modifierKey } from '#ui/key-hints.tsx';
import { CreditDialog } from './credit-dialog.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { ListView } from '#list/list-view.tsx';
import { useUserActions } from './use-user-actions.ts';
import { useUserExport } from './user-export.ts';
import { UserConfirmDialog, UserMenu, type UserConfirmDialogProps } from './user-menu.tsx';
import {
  accountStatesQuery,
  userList,
  type AccountState,
  type AdminUser,
  type UserAction,
} from './users-data.ts';
import { useList } from '#list/use-list.ts';

function Email({ user }: { readonly user: AdminUser }) {
  const { t } = useTranslation();
  const self = useUser();
  return (
    <>
      <span className="font-mid">
        <EmailText address={user.email ?? ''} />
      </span>
      {user.user_id === self?.id && <span className="text-sm text-ink-2"> ({t('users.you')})</span>}
    </>
  );
}

/** Whether a user is active, and of an active one whether the account is still unused. */
function Status({
  active,
  state,
}: {
  readonly active: boolean;
  readonly state: AccountState | undefined;
}) {
  const { t } = useTranslation();
  if (active && state !== undefined) return <Chip tone="wait">{t(`users.state.${state}`)}</Chip>;
  return <Chip tone={active ? 'ok' : 'bad'}>{t(active ? 'users.active' : 'users.inactive')}</Chip>;
}

function useColumns(
  menuOf: (user: AdminUser) => ReactNode,
  stateOf: (id: string) => AccountState | undefined,
): readonly TableColumn<AdminUser>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  return [
    {
      header: t('field.email'),
      sortBy: 'email',
      breaks: true,
      phone: 'main',
      cell: (user) => <Email user={user} />,
    },
    {
      header: t('users.column.name'),
      sortBy: 'full_name',
      breaks: true,
      phone: 'below',
      cell: ({ full_name }) =>
        full_name ?? <span className="text-ink-2">{t('users.nameless')}</span>,
    },
    {
      header: t('field.role'),
      sortBy: 'role',
      phone: 'brief',
      cell: ({ role }) => <span className="whitespace-nowrap">{t(`users.role.${role}`)}</span>,
    },
    {
      header: t('field.status'),
      sortBy: 'is_active',
      phone: 'brief',
      cell: ({ user_id: id, is_active: active }) => <Status active={active} state={stateOf(id)} />,
    },
    {
      header: t('users.column.since'),
      sortBy: 'created_at',
      phone: 'rest',
      cell: ({ created_at: since }) =>
        since !== null && (
          <time dateTime={since} className="num whitespace-nowrap">
            {bangkokDayText(since, language)}
          </time>
        ),
    },
    {
      header: t('users.column.actions'),
      headerHidden: true,
      align: 'end',
      phone: 'corner',
      cell: menuOf,
    },
  ];
}

/** User Management (spec §2). */
export function Component() {
  const { t } = useTranslation();
  const self = useUser();
  const list = useList(userList());
  const { run, isPending } = useUserActions();
  const exportData = useUserExport();
  const [inviting, setInviting] = useState(false);
  const [crediting, setCrediting] = useState<AdminUser>();
  const [confirmation, setConfirmation] = useState<Pick<UserConfirmDialogProps, 'user' | 'kind'>>();
  function act(user: AdminUser, action: UserAction) {
    if (action.kind === 'delete' || action.kind === 'erase' || action.kind === 'resetFactor') {
      setConfirmation({ user, kind: action.kind });
    } else run(user, action);
  }
  const hasCredit = existsWith(settings().features, pages.adminCredit);
  const { data: states } = useQuery(accountStatesQuery(list.query.data?.rows ?? []));
  const columns = useColumns(
    (user) => (
      <UserMenu
        user={user}
        own={user.user_id === self?.id}
        busy={isPending(user)}
        onAct={(action) => act(user, action)}
        onExport={() => exportData(user)}
        onCredit={hasCredit ? () => setCrediting(user) : undefined}
      />
    ),
    (id) => states?.[id],
  );
  return (
    <>
      <ListView
        texts="users."
        action={
          <Button onClick={() => setInviting(true)}>
            <UserRoundPlus className="size-5" />
            {t('users.invite')}
          </Button>
        }
        hints={[{ keys: [modifierKey(), 'Z'], text: t('users.undo') }]}
        list={list}
        columns={columns}
        toneOf={({ is_active: active }) => (active ? 'plain' : 'off')}
      />
      <InviteDialog open={inviting} onClose={() => setInviting(false)} />
      {crediting && <CreditDialog user={crediting} onClose={() => setCrediting(undefined)} />}
      {confirmation && (
        <UserConfirmDialog
          {...confirmation}
          onClose={() => setConfirmation(undefined)}
          busy={isPending(confirmation.user)}
          onConfirm={(onDone) => run(confirmation.user, { kind: confirmation.kind }, onDone)}
        />
      )}
    </>
  );
}
