import { Undeliverable } from './delivery-errors.ts';
import { mailName, type Mail, type MailContent } from './mail.ts';
import type { CallDatabase, Message } from './message-queue.ts';

/** What a message is rendered from when it is sent. */
export interface MessageContext {
  readonly ids: Message['ids'];
  readonly userId: string;
  readonly language: Message['language'];
  /** Public address of the site, without a trailing slash. */
  readonly siteUrl: string;
  /** Reads what the ids name; such functions are granted to `service_role` and `supabase_auth_admin`. */
  readonly call: CallDatabase;
}

/** Renders a message as a mail. It throws {@link Undeliverable} when there is nothing left to tell. */
export type RenderMessage = (context: MessageContext) => Promise<MailContent> | MailContent;

export type MessageRenderers = ReadonlyMap<string, RenderMessage>;

/** Where messages are rendered: a server, or the function of a hosted project. */
export interface MessageMails {
  readonly renderers: MessageRenderers;
  readonly siteUrl: string;
  readonly call: CallDatabase;
}

/** The mail of a message, at its recipient's present address. */
export async function toMail(message: Message, mails: MessageMails): Promise<Mail> {
  const { id, number, createdAt, email, language, ids, userId } = message;
  const { renderers, siteUrl, call } = mails;
  const render = renderers.get(message.event);
  if (render === undefined) throw new Undeliverable('no_renderer');
  if (email === null) throw new Undeliverable('no_address');
  const content = await render({ ids, userId, language, siteUrl, call });
  return { id, name: mailName(createdAt, number, id), createdAt, to: email, language, ...content };
}
