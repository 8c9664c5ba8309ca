import type { Transaction } from '../db/database.ts';
import type { Tokens } from '../http/jwt.ts';
import type { RenderQueued } from '../mail/account-mails.ts';
import { queueMail } from '../mail/mail-queue.ts';
import { mailLanguage, renderMail, type MailTemplate } from '../mail/templates.ts';
import { hashToken, tokenCode } from './link-tokens.ts';
import { linkAddress } from './one-time-links.ts';
import type { LinkType } from './proofs.ts';
import { withDefaults, type AuthConfig, type AuthParts, type MailContext } from './settings.ts';

/** A link of that type, a code, both, or a notice. */
type MailType = LinkType | 'reauthentication' | 'email_taken';

export interface AuthMail {
  readonly to: string;
  /** Empty for a notice. */
  readonly token: string;
  readonly type: MailType;
  /** The account's language; other values than `en` and `th` are ignored. */
  readonly language: unknown;
}

/** Queues a mail in the transaction that issued its token. */
export function queueAuthMail(
  transaction: Transaction,
  auth: AuthParts,
  { to, token, type, language }: AuthMail,
  { redirectTo, acceptLanguage }: MailContext,
): Promise<void> {
  return queueMail(transaction, auth.tokens, {
    to,
    type,
    token,
    redirectTo,
    language: mailLanguage(language, acceptLanguage),
    lifetimeSeconds: auth.config.linkLifetimeSeconds,
  });
}

/** How each mail is rendered when it is sent. */
export function authMailRenderers(
  config: AuthConfig,
  tokens: Tokens,
): Readonly<Record<MailType, RenderQueued>> {
  const { siteUrl, linkLifetimeSeconds: lifetimeSeconds } = withDefaults(config);
  const codeOf = (token: string) => tokenCode(tokens, hashToken(token));
  const withLink =
    (type: LinkType, template: MailTemplate, hasCode = false): RenderQueued =>
    ({ language, token, redirectTo }, agency) => {
      const link = linkAddress(siteUrl, { token, type, redirectTo });
      const code = hasCode ? { code: codeOf(token) } : {};
      return renderMail(template, language, { link, ...code, siteUrl, lifetimeSeconds, agency });
    };
  const withCode = (type: LinkType, template: MailTemplate) => withLink(type, template, true);
  return {
    signup: withCode('signup', 'confirmation'),
    email: withCode('email', 'confirmation'),
    invite: withLink('invite', 'invitation'),
    recovery: withCode('recovery', 'recovery'),
    magiclink: withCode('magiclink', 'signInLink'),
    email_change: withLink('email_change', 'emailChange'),
    email_taken: ({ language }, agency) =>
      renderMail('emailTaken', language, {
        link: `${siteUrl}/login`,
        siteUrl,
        lifetimeSeconds: null,
        agency,
      }),
    reauthentication: ({ language, token }, agency) =>
      renderMail('reauthentication', language, {
        code: codeOf(token),
        siteUrl,
        lifetimeSeconds,
        agency,
      }),
  };
}
