import { useEffect, useEffectEvent } from 'react';
import { followRows } from '#platform/live-rows.ts';
import { logRejection } from '#platform/log.ts';
import { readNotifications, type NotificationRow } from './notification-data.ts';

const pollEveryMs = 60_000;
// Reload once for several notifications.
const gatherMs = 300;

type Listener = (arrived: readonly NotificationRow[]) => void;

const listeners = new Set<Listener>();

/** Collects for a moment what has come, and tells all listeners of it at once. */
function createGathering() {
  const arrived = new Map<string, NotificationRow>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  function report() {
    timer = undefined;
    const rows = [...arrived.values()];
    arrived.clear();
    for (const listener of listeners) listener(rows);
  }
  return {
    /** Without rows something else has changed, such as that some were read. */
    add(rows: readonly NotificationRow[]) {
      for (const row of rows) arrived.set(row.notification_id, row);
      timer ??= setTimeout(report, gatherMs);
    },
    stop: () => clearTimeout(timer),
  };
}

/**
 * Follows the member's notifications, live while the socket is connected and else by asking every minute, and whenever the
 * page is visible again. Returns how to stop.
 */
export function followNotifications(userId: string): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const gathering = createGathering();
  /** Whether those that were seen here are unread. */
  const unreadById = new Map<string, boolean>();
  let hasRead = false;
  let isLive = false;
  async function poll() {
    const rows = await readNotifications(userId, undefined, signal);
    if (signal.aborted) return;
    const changed = rows.filter(
      (row) => unreadById.get(row.notification_id) !== (row.read_at === null),
    );
    const arrived = changed.filter(
      (row) => row.read_at === null && !unreadById.has(row.notification_id),
    );
    for (const row of rows) unreadById.set(row.notification_id, row.read_at === null);
    if (hasRead && changed.length > 0) gathering.add(arrived);
    hasRead = true;
  }
  // A failure is that of the connection: the next poll finds what this one has missed.
  const pollQuietly = () => void poll().catch(() => undefined);
  const pollIfVisible = () => {
    if (document.visibilityState === 'visible') pollQuietly();
  };
  const timer = setInterval(() => {
    if (!isLive) pollIfVisible();
  }, pollEveryMs);
  document.addEventListener('visibilitychange', pollIfVisible, { signal });
  signal.addEventListener('abort', () => {
    clearInterval(timer);
    gathering.stop();
  });
  const joined = followRows<NotificationRow>(
    {
      table: 'bkk_notifications',
      filter: `user_id=eq.${userId}`,
      onInsert(row) {
        if (unreadById.has(row.notification_id)) return;
        unreadById.set(row.notification_id, true);
        gathering.add([row]);
      },
      onUpdate: () => gathering.add([]),
      onLive(now) {
        isLive = now;
        // What came while there was no connection.
        if (now) pollQuietly();
      },
    },
    signal,
  );
  pollQuietly();
  logRejection('notifications are not live', joined);
  return () => stop.abort();
}

/** Calls back with the notifications that have just arrived; with none where others may have changed. */
export function useArrivals(onArrival: Listener): void {
  const report = useEffectEvent(onArrival);
  useEffect(() => {
    const listener: Listener = (arrived) => report(arrived);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, []);
}
