import type { FunctionEnvironment } from '../http/environment.ts';
import { Undeliverable } from './delivery-errors.ts';
import { readFeature } from './mail-data.ts';
import { toShortMessage, type MessageMails } from './message-mails.ts';
import type { Message } from './message-queue.ts';
import { failedDelivery, post } from './post.ts';
import { encryptPush, type PushKeys } from './push-encryption.ts';
import { vapidAuthorization, type VapidKeys } from './vapid.ts';

export interface PushSettings {
  readonly keys: VapidKeys;
  /** Whom push services may write to. */
  readonly subject: string;
  /** Origins of push services beside those of the browsers. */
  readonly services: readonly string[];
}

interface Recipient extends PushKeys {
  readonly endpoint: string;
}

/** The push services of Chrome, Edge, Firefox and Safari; a dot includes the hosts below. */
const knownHosts = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '.notify.windows.com',
  '.push.apple.com',
];
/** How long a service keeps a push for a browser that is away. */
const ttlSeconds = 24 * 3600;

/** The address of a sender as a subject of VAPID. */
export function subjectOf(mailFrom: string): string {
  return `mailto:${/<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom}`;
}

/** The settings of an environment; undefined without keys. */
export function pushSettings(
  environment: FunctionEnvironment,
  mailFrom: string,
): PushSettings | undefined {
  const publicKey = environment.get('VAPID_PUBLIC_KEY') ?? '';
  const privateKey = environment.get('VAPID_PRIVATE_KEY') ?? '';
  if (publicKey === '' || privateKey === '') return undefined;
  const services = (environment.get('PUSH_SERVICES') ?? '').split(',').map((one) => one.trim());
  return { keys: { publicKey, privateKey }, subject: subjectOf(mailFrom), services };
}

/**
 * Whether an endpoint is at a known push service. Members name endpoints, so any other address could be one inside of the
 * network of the server.
 */
export function isPushService(endpoint: string, services: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, origin, port } = new URL(endpoint);
  if (services.includes(origin)) return true;
  const isKnown = knownHosts.some((host) =>
    host.startsWith('.') ? hostname.endsWith(host) : hostname === host,
  );
  return protocol === 'https:' && port === '' && isKnown;
}

/** The channel `push`: one browser of the recipient. A subscription that has ended is removed with its messages. */
export function pushDelivery(
  { keys, subject, services }: PushSettings,
  mails: MessageMails,
): (message: Message) => Promise<void> {
  const { call } = mails;
  return async (message) => {
    const { title, body, url } = await toShortMessage(message, mails);
    const ids = {
      p_subscription_id: String(message.ids.subscription_id),
      p_user_id: String(message.userId),
    };
    const recipient = (await readFeature(mails, 'bkk_push_recipient', ids)) as Recipient | null;
    if (recipient === null) throw new Undeliverable('not_subscribed');
    const drop = () => call('bkk_push_subscription_ended', ids);
    const { endpoint } = recipient;
    if (!isPushService(endpoint, services)) {
      await drop();
      return;
    }
    // A browser shows two pushes with one tag as one, and a service keeps the last of a topic.
    const tag = message.id.replaceAll('-', '');
    const payload = JSON.stringify({ title, body, url, tag });
    const encrypted = await encryptPush(payload, recipient).catch((error: unknown) => {
      throw error instanceof DOMException ? new Undeliverable('push_keys') : error;
    });
    const headers = {
      authorization: await vapidAuthorization(endpoint, subject, keys),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(ttlSeconds),
      urgency: message.event === 'booking.hold_reminder' ? 'high' : 'normal',
      topic: tag,
    };
    const status = await post(endpoint, headers, encrypted);
    if (status >= 200 && status < 300) return;
    if (status === 404 || status === 410) {
      await drop();
      return;
    }
    if (status === 429 || status >= 500) throw failedDelivery(`push_${String(status)}`);
    throw new Undeliverable(`push_${String(status)}`);
  };
}
