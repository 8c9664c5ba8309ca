/** The languages a mail can be written in. */
export type MailLanguage = 'en' | 'th';

/** What a mail asks its reader to do. */
export type MailKind = 'confirmation';

export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

interface Words {
  readonly subject: string;
  readonly heading: string;
  readonly lead: string;
  readonly action: string;
  readonly byHand: string;
  readonly expiry: string;
  readonly notMe: string;
  readonly automatic: string;
}

const words: Record<MailKind, Record<MailLanguage, Words>> = {
  confirmation: {
    en: {
      subject: 'Confirm your email for BKK Siam',
      heading: 'Welcome to BKK Siam',
      lead: 'Thank you for creating an account. Please confirm that this email address is yours.',
      action: 'Confirm email',
      byHand: 'If the button does not work, copy this link into your browser:',
      expiry: 'The link works once and expires in 1 hour.',
      notMe: 'If you did not create an account, you can safely ignore this email.',
      automatic: 'This message was sent automatically. Please do not reply.',
    },
    th: {
      subject: 'ยืนยันอีเมลของคุณกับ BKK Siam',
      heading: 'ยินดีต้อนรับสู่ BKK Siam',
      lead: 'ขอบคุณที่สมัครสมาชิกกับเรา กรุณายืนยันว่าอีเมลนี้เป็นของคุณ',
      action: 'ยืนยันอีเมล',
      byHand: 'หากกดปุ่มไม่ได้ ให้คัดลอกลิงก์นี้ไปเปิดในเบราว์เซอร์',
      expiry: 'ลิงก์นี้ใช้ได้ครั้งเดียวและจะหมดอายุใน 1 ชั่วโมง',
      notMe: 'หากคุณไม่ได้สมัครสมาชิก ไม่ต้องทำอะไร และลบอีเมลนี้ได้เลย',
      automatic: 'อีเมลฉบับนี้ส่งโดยอัตโนมัติ กรุณาอย่าตอบกลับ',
    },
  },
};

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

function plainText(say: Words, link: string, siteUrl: string): string {
  return [
    say.heading,
    say.lead,
    `${say.action}:\n${link}`,
    say.expiry,
    say.notMe,
    `--\nBKK Siam\n${siteUrl}\n${say.automatic}`,
    '',
  ].join('\n\n');
}

const font = "'Anuphan','Noto Sans Thai','Leelawadee UI',Tahoma,Helvetica,Arial,sans-serif";

/** Colours of the site's light theme inline, for clients that drop styles; the dark ones for those that read them. */
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

function htmlText(say: Words, link: string, siteUrl: string, language: MailLanguage): string {
  const href = escapeHtml(link);
  const site = escapeHtml(siteUrl);
  const paragraph = `margin:0 0 16px;font-size:16px;line-height:1.7`;
  const small = `margin:0 0 12px;font-size:14px;line-height:1.7;color:#424f6d`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${say.subject}</title>
<style>${darkStyles}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background:#fdf9f3">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="paper" style="background:#fdf9f3">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;font-family:${font}">
<tr><td style="padding:20px 32px;background:#162147;border-radius:16px 16px 0 0;border-bottom:4px solid #f8b43e;color:#fdf9f3;font-size:18px;font-weight:600">BKK Siam</td></tr>
<tr><td class="card" style="padding:32px;background:#fffefb;border:1px solid #e1dcd1;border-top:0;border-radius:0 0 16px 16px">
<h1 class="ink" style="margin:0 0 16px;font-size:24px;line-height:1.36;font-weight:600;color:#17234c">${say.heading}</h1>
<p class="ink" style="${paragraph};color:#17234c">${say.lead}</p>
<p style="margin:24px 0"><a class="button" href="${href}" style="display:inline-block;padding:14px 28px;border-radius:10px;background:#006d75;color:#fefcf7;font-size:16px;line-height:1.25;font-weight:600;text-decoration:none">${say.action}</a></p>
<p class="soft" style="${small}">${say.expiry}</p>
<p class="soft" style="${small}">${say.byHand}<br><a class="link" href="${href}" style="color:#006d75;word-break:break-all">${href}</a></p>
<p class="soft" style="${small};margin-bottom:0">${say.notMe}</p>
</td></tr>
<tr><td class="soft" style="padding:16px 32px;font-size:13px;line-height:1.7;color:#424f6d"><a class="link" href="${site}" style="color:#006d75">${site}</a><br>${say.automatic}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

/** Subject, plain text and HTML of a mail that leads to one link. Nothing in it comes from what a stranger typed. */
export function writeMail(
  kind: MailKind,
  language: MailLanguage,
  values: { readonly link: string; readonly siteUrl: string },
): MailText {
  const say = words[kind][language];
  return {
    subject: say.subject,
    text: plainText(say, values.link, values.siteUrl),
    html: htmlText(say, values.link, values.siteUrl, language),
  };
}

function weighted(range: string): { tag: string; weight: number } {
  const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  return { tag, weight: quality === undefined ? 1 : Number(quality.slice(2)) || 0 };
}

/** The language of a reader's mails: the one sent along at sign-up, else the browser's first of ours, else English. */
export function mailLanguage(chosen: unknown, acceptLanguage: string | undefined): MailLanguage {
  if (chosen === 'en' || chosen === 'th') return chosen;
  const ranges = (acceptLanguage ?? '')
    .split(',')
    .slice(0, 20)
    .map(weighted)
    .filter(({ tag, weight }) => weight > 0 && /^(en|th)(-|$)/.test(tag))
    .sort((one, other) => other.weight - one.weight);
  return ranges[0]?.tag.startsWith('th') === true ? 'th' : 'en';
}
