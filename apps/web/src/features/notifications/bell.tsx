import type { User } from '@supabase/supabase-js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Bell as BellIcon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { followNotifications, useArrivals } from '#entities/notification/live-notifications.ts';
import { reloadPayments } from '#entities/payment/payment-keys.ts';
import { requestKeys } from '#entities/request/request-data.ts';
import { loadTexts } from '#platform/i18n.ts';
import { useLazyPanel } from '#platform/lazy-components.ts';
import { logRejection } from '#platform/log.ts';
import { useChange } from '#platform/page-changes.ts';
import { useUser } from '#platform/session.ts';
import { IconButton } from '#ui/button.tsx';
import { useNotificationText } from './notification-text.ts';
import { maxUnread, reloadNotifications, unreadQuery } from './notifications-data.ts';

const loadPanel = async () => (await import('./notification-panel.tsx')).NotificationPanel;
const prefetchPanel = () => void loadPanel().catch(() => undefined);

/** Follows the notifications, and gives the announcement of the last ones, which a number tells from the one before. */
function useAnnouncement(userId: string): { readonly text: string; readonly number: number } {
  const { t } = useTranslation('notifications');
  const textOf = useNotificationText();
  const queries = useQueryClient();
  const [announced, setAnnounced] = useState({ text: '', number: 0 });
  useEffect(() => followNotifications(userId), [userId]);
  useArrivals((arrived) => {
    const isMembers = arrived.some(({ kind }) => kind !== 'agency');
    const refetched = Promise.all([
      queries.invalidateQueries({ queryKey: unreadQuery(userId).queryKey }),
      reloadNotifications(queries, userId),
      // The request, the booking or its refund may be on screen.
      isMembers && reloadPayments(queries, userId, requestKeys.ofMember(userId)),
    ]);
    logRejection('what is new could not be read again', refetched);
    const [first] = arrived;
    if (first === undefined) return;
    const text =
      arrived.length === 1
        ? t('arrived', textOf(first))
        : t('arrivedMany', { count: arrived.length });
    setAnnounced(({ number }) => ({ text, number: number + 1 }));
  });
  return announced;
}

function MemberBell({ user }: { readonly user: User }) {
  const { t } = useTranslation('notifications');
  const opener = useRef<HTMLButtonElement>(null);
  const { data: count = 0 } = useQuery(unreadQuery(user.id));
  const announced = useAnnouncement(user.id);
  const { Panel, open, close } = useLazyPanel(loadPanel);
  // A link of the panel, or Back, opens another page.
  useChange(useLocation().key, close);
  const label = count < maxUnread ? t('bell', { count }) : t('bellMany');
  return (
    <>
      <IconButton
        ref={opener}
        label={count === 0 ? t('title') : label}
        aria-haspopup="dialog"
        onPointerEnter={prefetchPanel}
        onFocus={prefetchPanel}
        onClick={open}
      >
        <BellIcon className="size-5" />
        {count > 0 && (
          <span
            aria-hidden
            className="num absolute top-0.5 right-0 grid h-5 min-w-5 place-items-center rounded-pill bg-gold px-1 text-xs leading-none font-strong text-on-gold"
          >
            {count < maxUnread ? count : '99+'}
          </span>
        )}
      </IconButton>
      {/* An open dialog hides everything but live regions that are named so. */}
      <span aria-live="polite" className="sr-only">
        <span key={announced.number}>{announced.text}</span>
      </span>
      {Panel && <Panel user={user} onClose={close} opener={opener} />}
    </>
  );
}

function Bell() {
  const user = useUser();
  return user && <MemberBell key={user.id} user={user} />;
}

/** The bell of a member with its texts: the number of unread notifications, what has just come, and the panel. */
export async function loadBell() {
  await loadTexts('notifications');
  return Bell;
}
