import { createClient } from '@supabase/supabase-js';
import { clientOptions } from './client-options.ts';
import { deliveryTimeout, reasonOf, Undeliverable } from './delivery-errors.ts';
import { setting, type FunctionEnvironment } from './environment.ts';
import { unavailable } from './function-request.ts';
import type { Mail } from './mail.ts';
import { toMail, type MessageMails } from './message-mails.ts';
import { messageRenderers } from './message-renderers.ts';
import { MessageQueue, type CallDatabase, type Message } from './message-queue.ts';
import { jsonResponse, RequestError } from './responses.ts';
import { requireServiceKey } from './service-request.ts';
import { smtpDelivery } from './smtp.ts';

interface OutboxDatabase {
  public: {
    Tables: Record<string, never>;
    Views: Record<string, never>;
    Functions: Record<string, { Args: Record<string, unknown>; Returns: unknown }>;
  };
}

const concurrency = 5;
const deliveryLimitMs = 45_000;
/** After this time no further message is begun; a schedule calls again every minute. */
const budgetMs = 40_000;
/** Longer than a delivery takes, so that no lease has to be renewed. */
const leaseSeconds = 120;

function databaseOf(request: Request, environment: FunctionEnvironment, key: string): CallDatabase {
  const url = setting(environment, 'SUPABASE_URL');
  const client = createClient<OutboxDatabase>(url, key, clientOptions(request, key));
  return async (name, values) => {
    const { data, error, status } = await client.rpc(name, values);
    if (error === null) return data;
    if (status === 0 || status >= 500) throw unavailable();
    throw Object.assign(new Error(`${name} failed`), { code: error.code });
  };
}

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
  readonly mails: MessageMails;
  readonly deliver: (mail: Mail) => Promise<void>;
}

/** Sends one message; the result is what it counts as. */
async function send({ queue, mails, deliver }: Sender, message: Message) {
  try {
    if (message.channel !== 'mail') throw new Undeliverable('no_channel');
    await withDeadline(deliver(await toMail(message, mails)));
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
 * POST with the service key: sends the messages of `bkk_outbox` that are due by `SMTP_URL`, from `MAIL_FROM`; responds
 * { sent, failed, dead }. Several calls at a time share the messages.
 */
export async function sendMessages(
  request: Request,
  environment: FunctionEnvironment,
  renderers = messageRenderers,
): Promise<Response> {
  try {
    const key = await requireServiceKey(request, environment);
    const call = databaseOf(request, environment, key);
    const siteUrl = setting(environment, 'SITE_URL').replace(/\/+$/, '');
    const counts = await sendDue({
      queue: new MessageQueue(call, leaseSeconds),
      mails: { renderers, siteUrl, call },
      deliver: smtpDelivery(setting(environment, 'SMTP_URL'), setting(environment, 'MAIL_FROM')),
    });
    return jsonResponse(200, counts);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return jsonResponse(error.status, { code: error.code, message: error.message });
  }
}
