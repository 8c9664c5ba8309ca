import { agencyLines, logoAddress, type MailAgency } from './mail-agency.ts';

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);
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

const small = 'margin:0 0 12px;font-size:14px;line-height:1.7;color:#424f6d';

/** A paragraph of secondary text, from markup. */
export function htmlNote(html: string): string {
  return `<p class="soft" style="${small}">${html}</p>\n`;
}

/** The one action of a mail, and its address for clients that show no buttons. */
export function htmlButton(label: string, link: string): string {
  return `<p style="margin:24px 0"><a class="button" href="${escapeHtml(link)}" style="display:inline-block;padding:14px 28px;border-radius:10px;background:#006d75;color:#fefcf7;font-size:16px;line-height:1.25;font-weight:600;text-decoration:none">${label}</a></p>
`;
}

/** The address of the button to copy. */
export function htmlLinkFallback(text: string, link: string): string {
  const href = escapeHtml(link);
  return `<p class="soft" style="${small}">${text}<br><a class="link" href="${href}" style="color:#006d75;word-break:break-all">${href}</a></p>`;
}

/** What the HTML of a mail consists of; texts are markup, escaped by the caller. */
interface MailPage {
  readonly language: 'en' | 'th';
  readonly subject: string;
  readonly heading: string;
  readonly lead: string;
  /** Markup between the lead and the last note. */
  readonly body: string;
  /** The last paragraph of the card. */
  readonly note?: string;
  readonly siteUrl: string;
  /** That the mail was sent automatically. */
  readonly automatic: string;
  /** Who sends it, below the card; without one the product alone. */
  readonly agency?: MailAgency | null | undefined;
}

/** Who sends the mail, with its logo. */
function htmlAgency({ agency, language, siteUrl }: MailPage): string {
  if (!agency) return '';
  const [name = '', ...lines] = agencyLines(agency, language).map(escapeHtml);
  const logo = logoAddress(agency, siteUrl);
  const picture =
    logo === undefined
      ? ''
      : `<img src="${escapeHtml(logo)}" alt="" height="40" style="display:block;height:40px;width:auto;margin:0 0 8px">`;
  return `${picture}<b style="font-weight:600">${name}</b><br>${lines.join('<br>')}<br>`;
}

/** The HTML of a mail: the product's card on its paper. */
export function htmlPage(page: MailPage): string {
  const { language, subject, heading, lead, body, note, automatic } = page;
  const site = escapeHtml(page.siteUrl);
  const last =
    note === undefined ? '' : `<p class="soft" style="${small};margin-bottom:0">${note}</p>\n`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${darkStyles}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background:#fdf9f3">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="paper" style="background:#fdf9f3">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;font-family:${font}">
<tr><td style="padding:20px 32px;background:#162147;border-radius:16px 16px 0 0;border-bottom:4px solid #f8b43e;color:#fdf9f3;font-size:18px;font-weight:600">BKK Siam</td></tr>
<tr><td class="card" style="padding:32px;background:#fffefb;border:1px solid #e1dcd1;border-top:0;border-radius:0 0 16px 16px">
<h1 class="ink" style="margin:0 0 16px;font-size:24px;line-height:1.36;font-weight:600;color:#17234c">${heading}</h1>
<p class="ink" style="margin:0 0 16px;font-size:16px;line-height:1.7;color:#17234c">${lead}</p>
${body}
${last}</td></tr>
<tr><td class="soft" style="padding:16px 32px;font-size:13px;line-height:1.7;color:#424f6d">${htmlAgency(page)}<a class="link" href="${site}" style="color:#006d75">${site}</a><br>${automatic}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

/** The plain text of a mail from its paragraphs; null leaves one out. */
export function plainPage(
  parts: readonly (string | null)[],
  page: Pick<MailPage, 'siteUrl' | 'automatic' | 'language' | 'agency'>,
): string {
  const { siteUrl, automatic, language, agency } = page;
  const sender = agency ? agencyLines(agency, language) : ['BKK Siam'];
  return [...parts, ['--', ...sender, siteUrl, automatic].join('\n'), '']
    .filter((part) => part !== null)
    .join('\n\n');
}
