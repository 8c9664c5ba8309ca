import { languages, toLanguage, type Language } from '@bkksiam/domain/languages';
import Negotiator from 'negotiator';
import type { MailAgency } from '../../../../supabase/functions/_shared/messages/mail-agency.ts';
import type { MailContent } from '../../../../supabase/functions/_shared/messages/mail.ts';
import {
  escapeHtml,
  htmlButton,
  htmlLinkFallback,
  htmlNote,
  htmlPage,
  plainPage,
} from '../../../../supabase/functions/_shared/messages/mail-layout.ts';
import english from '../../../web/public/locales/en/mail.json';
import thai from '../../../web/public/locales/th/mail.json';

/** The texts of the mails, grouped by template; `shared` holds those of several templates. */
const texts: Readonly<Record<Language, typeof english>> = { en: english, th: thai };

export type MailTemplate = Exclude<keyof typeof english, 'shared'>;

/** The action of a mail: a link, a code to type in, or a code beside the link. */
type MailAction =
  | { readonly link: string; readonly code?: string }
  | { readonly link?: never; readonly code: string };

export type MailValues = MailAction & {
  readonly siteUrl: string;
  /** Lifetime of the link or code; null for a link to a page, which does not expire. */
  readonly lifetimeSeconds: number | null;
  /** Who sends it, with a feature. */
  readonly agency?: MailAgency | null | undefined;
};

type TemplateTexts = (typeof english)[MailTemplate];

function lifetimeText(seconds: number, language: Language): string {
  const [unit, size] =
    seconds % 3600 === 0
      ? (['hour', 3600] as const)
      : seconds % 60 === 0
        ? (['minute', 60] as const)
        : (['second', 1] as const);
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(
    seconds / size,
  );
}

function expiryNotice(values: MailValues, language: Language): string | null {
  if (values.lifetimeSeconds === null) return null;
  const { linkExpiry, codeExpiry, bothExpiry } = texts[language].shared;
  const lifetime = lifetimeText(values.lifetimeSeconds, language);
  const { link, code } = values;
  const expiry = link === undefined ? codeExpiry : code === undefined ? linkExpiry : bothExpiry;
  return expiry.replace('{{lifetime}}', lifetime);
}

function plainText(template: TemplateTexts, values: MailValues, language: Language): string {
  const { link, code } = values;
  const { codeInstead, automatic } = texts[language].shared;
  return plainPage(
    [
      template.heading,
      template.lead,
      link === undefined ? null : `${template.action}:\n${link}`,
      code === undefined ? null : `${link === undefined ? template.action : codeInstead}:\n${code}`,
      expiryNotice(values, language),
      template.notRequested,
    ],
    { siteUrl: values.siteUrl, automatic, language, agency: values.agency },
  );
}

function htmlCode(code: string): string {
  return `<p class="ink" style="margin:24px 0;font-size:32px;line-height:1.36;font-weight:600;letter-spacing:6px;color:#17234c">${escapeHtml(code)}</p>
`;
}

function htmlAction(template: TemplateTexts, values: MailValues, language: Language): string {
  const { link, code } = values;
  const { codeInstead, linkFallback } = texts[language].shared;
  const expires = expiryNotice(values, language);
  const expiryLine = expires === null ? '' : htmlNote(expires);
  if (link === undefined) return htmlCode(code) + expiryLine;
  const codeLines = code === undefined ? '' : htmlNote(`${codeInstead}:`) + htmlCode(code);
  return (
    htmlButton(template.action, link) +
    codeLines +
    expiryLine +
    htmlLinkFallback(linkFallback, link)
  );
}

/**
 * Renders a mail in both forms. Nothing in it is user input, so a sign-up with another's address carries no message.
 */
export function renderMail(
  name: MailTemplate,
  language: Language,
  values: MailValues,
): MailContent {
  const template = texts[language][name];
  return {
    subject: template.subject,
    text: plainText(template, values, language),
    html: htmlPage({
      language,
      subject: template.subject,
      heading: template.heading,
      lead: template.lead,
      body: htmlAction(template, values, language),
      note: template.notRequested,
      siteUrl: values.siteUrl,
      automatic: texts[language].shared.automatic,
      agency: values.agency,
    }),
  };
}

/** The language of a mail: the account's, else the preferred one of the requesting browser. */
export function mailLanguage(chosen: unknown, acceptLanguage: string | undefined): Language {
  const saved = languages.find((language) => language === chosen);
  const headers = { 'accept-language': acceptLanguage ?? '' };
  return saved ?? toLanguage(new Negotiator({ headers }).language([...languages]));
}
