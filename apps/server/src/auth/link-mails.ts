import { randomUUID } from 'node:crypto';
import { mailLanguage, writeMail, type MailKind } from './mail-templates.ts';
import type { PostRoom } from './mailer.ts';
import { linkAddress, type LinkType } from './one-time-links.ts';
import type { AuthParts } from './settings.ts';

/** A mail that is due once the transaction that issued its token has committed. */
export interface DueLink {
  readonly to: string;
  readonly token: string;
  readonly type: LinkType;
  readonly redirectTo: string;
  /** What the account says its reader's language is; anything but `en` and `th` is no choice. */
  readonly language: unknown;
  /** The asking browser's languages, which count where the account says none. */
  readonly acceptLanguage?: string | undefined;
}

const mailOf: Record<LinkType, MailKind> = {
  signup: 'confirmation',
  email: 'confirmation',
  invite: 'invite',
  recovery: 'recovery',
  magiclink: 'magiclink',
  email_change: 'email_change',
};

/** Writes the mail of a link and hands it over. */
export function sendLink(auth: AuthParts, post: PostRoom, due: DueLink): void {
  const { siteUrl } = auth.config;
  const language = mailLanguage(due.language, due.acceptLanguage);
  const words = writeMail(mailOf[due.type], language, { link: linkAddress(siteUrl, due), siteUrl });
  post.send({ id: randomUUID(), to: due.to, language, ...words });
}

/** Writes the mail of a code and hands it over. */
export function sendCode(
  auth: AuthParts,
  post: PostRoom,
  due: Pick<DueLink, 'to' | 'language' | 'acceptLanguage'> & { readonly code: string },
): void {
  const language = mailLanguage(due.language, due.acceptLanguage);
  const { siteUrl } = auth.config;
  const words = writeMail('reauthentication', language, { code: due.code, siteUrl });
  post.send({ id: randomUUID(), to: due.to, language, ...words });
}
