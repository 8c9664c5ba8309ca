import type { DrawReceipt } from '../http/environment.ts';
import { receiptAttachments } from '../payments/receipt-attachment.ts';
import { Undeliverable } from './delivery-errors.ts';
import type { MailAgency } from './mail-agency.ts';
import { mailName, type Mail, type MailContent } from './mail.ts';
import { amountText, isOrderNumber } from './message-formats.ts';
import type { CallDatabase, Message } from './message-queue.ts';
import { messageTexts } from './message-texts.ts';

/** What a message is rendered from when it is sent. */
export interface MessageContext {
  readonly ids: Message['ids'];
  readonly userId: Message['userId'];
  readonly language: Message['language'];
  /** Public address of the site, without a trailing slash. */
  readonly siteUrl: string;
  /** Reads what the ids name; such functions are granted to `service_role` and `supabase_auth_admin`. */
  readonly call: CallDatabase;
  /** Whether the mail has a receipt attached. */
  readonly hasReceipt?: boolean;
  /** Who sends the mail. */
  readonly agency?: MailAgency | null;
}

/** What a channel for short texts says; no words or amounts of a user. */
interface ShortText {
  readonly title: string;
  /** The page of the action, below the address of the site. */
  readonly path: string;
  /** Instead of the reference in the ids. */
  readonly about?: string;
}

export interface RenderedMessage extends MailContent {
  readonly short?: ShortText;
}

/** Renders a message. It throws {@link Undeliverable} when there is nothing left to tell. */
export type RenderMessage = (context: MessageContext) => Promise<RenderedMessage> | RenderedMessage;

export type MessageRenderers = ReadonlyMap<string, RenderMessage>;

/** Where messages are rendered: a server, or the function of a hosted project. */
export interface MessageMails {
  readonly renderers: MessageRenderers;
  readonly siteUrl: string;
  readonly call: CallDatabase;
  /** Attaches receipts, where they can be drawn. */
  readonly drawReceipt?: DrawReceipt;
}

function rendererOf({ event }: Message, { renderers }: MessageMails): RenderMessage {
  const render = renderers.get(event);
  if (render === undefined) throw new Undeliverable('no_renderer');
  return render;
}

/** The mail of a message, at its recipient's present address. */
export async function toMail(message: Message, mails: MessageMails): Promise<Mail> {
  const { id, number, createdAt, email, language, ids, userId } = message;
  const { siteUrl, call } = mails;
  const render = rendererOf(message, mails);
  if (email === null) throw new Undeliverable('no_address');
  const receipts = await receiptAttachments(message, call, mails.drawReceipt);
  const hasReceipt = receipts.length > 0;
  const agency = (await call('bkk_agency_mail_data', {})) as MailAgency | null;
  const rendered = await render({ ids, userId, language, siteUrl, call, hasReceipt, agency });
  const { subject, text, html } = rendered;
  const attachments = [...(rendered.attachments ?? []), ...receipts];
  return {
    id,
    name: mailName(createdAt, number, id),
    createdAt,
    to: email,
    language,
    subject,
    text,
    html,
    ...(attachments.length === 0 ? {} : { attachments }),
  };
}

/** A message for LINE or a browser: its title, the reference, and the page. */
export interface ShortMessage {
  readonly title: string;
  readonly body: string;
  readonly url: string;
}

/** What a message is about: a support thread, a booking, an order, a request, an amount that waits for a second admin, else the credit, as of a top-up. */
function subjectText(ids: Message['ids'], language: Message['language']): string {
  const { labels } = messageTexts(language);
  const { reference, quote_id: quote, approval_id: approval, amount_satang: satang } = ids;
  if (ids.thread_id !== undefined)
    return `${labels.question} ${String(ids.thread_id).slice(-8).toUpperCase()}`;
  if (reference !== undefined)
    return `${isOrderNumber(String(reference)) ? labels.order : labels.booking} ${String(reference)}`;
  if (quote !== undefined) return `${labels.request} ${String(quote).slice(-8).toUpperCase()}`;
  return approval === undefined ? labels.credit : amountText(Number(satang), language);
}

/** The short form of a message, which is given up like its mail when it is no longer true. */
export async function toShortMessage(message: Message, mails: MessageMails): Promise<ShortMessage> {
  const { ids, userId, language } = message;
  const { siteUrl, call } = mails;
  const render = rendererOf(message, mails);
  const { short } = await render({ ids, userId, language, siteUrl, call });
  if (short === undefined) throw new Undeliverable('no_renderer');
  return {
    title: short.title,
    body: short.about ?? subjectText(ids, language),
    url: siteUrl + short.path,
  };
}
