import { callFunction, serviceClient } from '../http/database-client.ts';
import { setting, type FunctionEnvironment } from '../http/environment.ts';
import { jsonResponse, RequestError } from '../http/responses.ts';
import { requireServiceKey } from '../http/service-request.ts';
import { deliveryTimeout, reasonOf, Undeliverable } from './delivery-errors.ts';
import { lineSettings } from './line.ts';
import { shortChannels, type DeliverMessage } from './message-channels.ts';
import { toMail } from './message-mails.ts';
import { MessageQueue, type CallDatabase, type Message } from './message-queue.ts';
import { messageRenderers } from './message-renderers.ts';
import { smtpDelivery } from './smtp.ts';
import { pushSettings } from './web-push.ts';

const concurrency = 5;
const deliveryLimitMs = 45_000;
/** After this time no further message is begun; a schedule calls again every minute. */
const budgetMs = 40_000;
/** Longer than a delivery takes, so that no lease has to be renewed. */
const leaseSeconds = 120;

async function withDeadline(work: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(deliveryTimeout()), deliveryLimitMs);
  });
  try {
    await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

interface Sender {
  readonly queue: MessageQueue;
  readonly channels: ReadonlyMap<string, DeliverMessage>;
}

/** Sends one message; the result is what it counts as. */
async function send({ queue, channels }: Sender, message: Message) {
  try {
    const deliver = channels.get(message.channel);
    if (deliver === undefined) throw new Undeliverable('no_channel');
    await withDeadline(deliver(message));
  } catch (error) {
    if (error instanceof RequestError) throw error;
    const isFinal = error instanceof Undeliverable;
    const { state } = await queue.failed(message, reasonOf(error), isFinal);
    return state === 'dead' ? ('dead' as const) : ('failed' as const);
  }
  await queue.sent(message);
  return 'sent' as const;
}

async function sendDue(sender: Sender) {
  const counts = { sent: 0, failed: 0, dead: 0 };
  const end = performance.now() + budgetMs;
  for (let more = true; more && performance.now() < end;) {
    const messages = await sender.queue.lease(concurrency);
    const results = await Promise.all(messages.map((message) => send(sender, message)));
    for (const result of results) counts[result] += 1;
    more = messages.length === concurrency;
  }
  return counts;
}

/**
 * POST with the service key: sends the messages of `bkk_outbox` that are due, mails by `SMTP_URL` from `MAIL_FROM`, LINE messages
 * with `LINE_CHANNEL_TOKEN` and pushes with `VAPID_PRIVATE_KEY`; responds { sent, failed, dead }. Several calls at a time share
 * the messages.
 */
export async function sendMessages(
  request: Request,
  environment: FunctionEnvironment,
  renderers = messageRenderers,
): Promise<Response> {
  try {
    const key = await requireServiceKey(request, environment);
    const client = serviceClient(request, environment, key);
    const call: CallDatabase = (name, values) => callFunction(client, name, values);
    const siteUrl = setting(environment, 'SITE_URL').replace(/\/+$/, '');
    const mailFrom = setting(environment, 'MAIL_FROM');
    const mails = { renderers, siteUrl, call };
    const deliverMail = smtpDelivery(setting(environment, 'SMTP_URL'), mailFrom);
    const counts = await sendDue({
      queue: new MessageQueue(call, leaseSeconds),
      channels: new Map<string, DeliverMessage>([
        ['mail', async (message) => deliverMail(await toMail(message, mails))],
        ...shortChannels(
          { line: lineSettings(environment), push: pushSettings(environment, mailFrom) },
          mails,
        ),
      ]),
    });
    return jsonResponse(200, counts);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return jsonResponse(error.status, { code: error.code, message: error.message });
  }
}
