import { languages, toLanguage, type Language } from '@bkksiam/domain/languages';
import Negotiator from 'negotiator';
import type { MailContent } from '../../../../supabase/functions/_shared/mail.ts';
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

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);
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
  return [
    template.heading,
    template.lead,
    link === undefined ? null : `${template.action}:\n${link}`,
    code === undefined ? null : `${link === undefined ? template.action : codeInstead}:\n${code}`,
    expiryNotice(values, language),
    template.notRequested,
    `--\nBKK Siam\n${values.siteUrl}\n${automatic}`,
    '',
  ]
    .filter((part) => part !== null)
    .join('\n\n');
}

const font = "'Anuphan','Noto Sans Thai','Leelawadee UI',Tahoma,Helvetica,Arial,sans-serif";

/** Dark theme for mail clients that support style sheets; the light theme is inline. */
const darkStyles = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .paper { background: #0d1426 !important; }
  .card { background: #161e34 !important; border-color: #2f394e !important; }
  .ink { color: #f4f0e6 !important; }
  .soft { color: #bfcad6 !important; }
  .link { color: #55c3c4 !important; }
  .button { background: #55c3c4 !important; color: #0a152a !important; }
}`;

const small = `margin:0 0 12px;font-size:14px;line-height:1.7;color:#424f6d`;

function htmlCode(code: string): string {
  return `<p class="ink" style="margin:24px 0;font-size:32px;line-height:1.36;font-weight:600;letter-spacing:6px;color:#17234c">${escapeHtml(code)}</p>
`;
}

function htmlAction(template: TemplateTexts, values: MailValues, language: Language): string {
  const { link, code } = values;
  const { codeInstead, linkFallback } = texts[language].shared;
  const expires = expiryNotice(values, language);
  const expiryLine = expires === null ? '' : `<p class="soft" style="${small}">${expires}</p>\n`;
  if (link === undefined) return htmlCode(code) + expiryLine;
  const href = escapeHtml(link);
  const codeLines =
    code === undefined
      ? ''
      : `<p class="soft" style="${small}">${codeInstead}:</p>\n${htmlCode(code)}`;
  return `<p style="margin:24px 0"><a class="button" href="${href}" style="display:inline-block;padding:14px 28px;border-radius:10px;background:#006d75;color:#fefcf7;font-size:16px;line-height:1.25;font-weight:600;text-decoration:none">${template.action}</a></p>
${codeLines}${expiryLine}<p class="soft" style="${small}">${linkFallback}<br><a class="link" href="${href}" style="color:#006d75;word-break:break-all">${href}</a></p>`;
}

function htmlText(template: TemplateTexts, values: MailValues, language: Language): string {
  const site = escapeHtml(values.siteUrl);
  const paragraph = `margin:0 0 16px;font-size:16px;line-height:1.7`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${template.subject}</title>
<style>${darkStyles}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background:#fdf9f3">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="paper" style="background:#fdf9f3">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;font-family:${font}">
<tr><td style="padding:20px 32px;background:#162147;border-radius:16px 16px 0 0;border-bottom:4px solid #f8b43e;color:#fdf9f3;font-size:18px;font-weight:600">BKK Siam</td></tr>
<tr><td class="card" style="padding:32px;background:#fffefb;border:1px solid #e1dcd1;border-top:0;border-radius:0 0 16px 16px">
<h1 class="ink" style="margin:0 0 16px;font-size:24px;line-height:1.36;font-weight:600;color:#17234c">${template.heading}</h1>
<p class="ink" style="${paragraph};color:#17234c">${template.lead}</p>
${htmlAction(template, values, language)}
<p class="soft" style="${small};margin-bottom:0">${template.notRequested}</p>
</td></tr>
<tr><td class="soft" style="padding:16px 32px;font-size:13px;line-height:1.7;color:#424f6d"><a class="link" href="${site}" style="color:#006d75">${site}</a><br>${texts[language].shared.automatic}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
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
    html: htmlText(template, values, language),
  };
}

/** The language of a mail: the account's, else the preferred one of the requesting browser. */
export function mailLanguage(chosen: unknown, acceptLanguage: string | undefined): Language {
  const saved = languages.find((language) => language === chosen);
  const headers = { 'accept-language': acceptLanguage ?? '' };
  return saved ?? toLanguage(new Negotiator({ headers }).language([...languages]));
}
