import { callData } from '#platform/data-api.ts';
import { settings } from '#platform/env.ts';
import { localValue } from '#platform/local-store.ts';

/** The worker that a browser subscribes with: with the feature `offline` the one that it has for the pages too. */
function pushWorker(): { readonly worker: string; readonly scope: string } {
  if (settings().features.includes('offline')) return { worker: '/service-worker.js', scope: '/' };
  // Narrow: no page of the site is under the worker, which shows messages and does nothing else.
  return { worker: '/push-worker.js', scope: '/push-worker/' };
}

/** The member whose notifications this browser shows. */
const subscriber = localValue('push-member', (stored) =>
  typeof stored === 'string' ? stored : undefined,
);

export type PushState = 'unsupported' | 'homeScreen' | 'denied' | 'off' | 'on';

/** An iPhone or iPad outside an app of the home screen, where alone it has push. iPads call themselves Macs. */
function needsHomeScreen(): boolean {
  const isApple = /iPhone|iPad|Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1;
  return isApple && !window.matchMedia('(display-mode: standalone)').matches;
}

/** The subscription of this browser, also of one that subscribed before the feature `offline` was switched. */
async function findSubscription(): Promise<PushSubscription | null> {
  const registrations = await navigator.serviceWorker.getRegistrations();
  const subscriptions = await Promise.all(
    registrations.map(({ pushManager }) => pushManager.getSubscription()),
  );
  return subscriptions.find((subscription) => subscription !== null) ?? null;
}

/** Whether this browser shows the member's notifications, or why it cannot. */
export async function readPushState(userId: string): Promise<PushState> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) {
    return needsHomeScreen() ? 'homeScreen' : 'unsupported';
  }
  if (Notification.permission === 'denied') return 'denied';
  const isOwn = subscriber.read() === userId;
  return isOwn && (await findSubscription()) !== null ? 'on' : 'off';
}

/** The registration of the worker once it runs: only then the browser subscribes. */
async function activeRegistration(): Promise<ServiceWorkerRegistration> {
  const { worker, scope } = pushWorker();
  const registration = await navigator.serviceWorker.register(worker, { scope });
  const starting = registration.installing ?? registration.waiting;
  if (registration.active === null && starting !== null) {
    await new Promise<void>((resolve, reject) => {
      starting.addEventListener('statechange', () => {
        if (starting.state === 'activated') resolve();
        if (starting.state === 'redundant') reject(new Error('the worker could not be started'));
      });
    });
  }
  return registration;
}

/** One made with another key of the server is of no use. */
async function subscribe(
  { pushManager }: ServiceWorkerRegistration,
  applicationServerKey: string,
): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey };
  try {
    return await pushManager.subscribe(options);
  } catch (error) {
    const other = await pushManager.getSubscription();
    if (other === null) throw error;
    await other.unsubscribe();
    return pushManager.subscribe(options);
  }
}

/**
 * Asks for the permission, which needs a press, and subscribes this browser for the member.
 *
 * @returns what the browser answered
 */
export async function turnPushOn(
  userId: string,
  publicKey: string,
): Promise<NotificationPermission> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission;
  const { endpoint, keys } = (await subscribe(await activeRegistration(), publicKey)).toJSON();
  await callData((client) =>
    client.rpc('bkk_add_push_subscription', {
      p_endpoint: endpoint ?? '',
      p_p256dh: keys?.p256dh ?? '',
      p_auth: keys?.auth ?? '',
    }),
  );
  subscriber.write(userId);
  return permission;
}

/** Ends the subscription of this browser, if it has one. */
export async function turnPushOff(): Promise<void> {
  if (!subscriber.has()) return;
  const subscription = await findSubscription();
  if (subscription !== null) {
    await callData((client) =>
      client.rpc('bkk_delete_push_subscription', { p_endpoint: subscription.endpoint }),
    );
    await subscription.unsubscribe();
  }
  subscriber.write(undefined);
}
