/** The languages a mail can be written in. */
export type MailLanguage = 'en' | 'th';

/** What a mail asks its reader to do. */
export type MailKind =
  | 'confirmation'
  | 'invite'
  | 'recovery'
  | 'magiclink'
  | 'email_change'
  | 'email_taken'
  | 'reauthentication';

export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** What a mail is about: a link to follow, or a code to type in. */
export type MailAim = { readonly link: string } | { readonly code: string };

type MailValues = MailAim & {
  readonly siteUrl: string;
  /** How long the link or code works; null for a link to a page, which does not expire. */
  readonly lifetimeSeconds: number | null;
};

interface Words {
  readonly subject: string;
  readonly heading: string;
  readonly lead: string;
  readonly action: string;
  readonly notMe: string;
}

const common = {
  en: {
    byHand: 'If the button does not work, copy this link into your browser:',
    linkExpiry: (lifetime: string) => `The link works once and expires in ${lifetime}.`,
    codeExpiry: (lifetime: string) =>
      `The code works once and expires in ${lifetime}. Do not share it with anyone.`,
    automatic: 'This message was sent automatically. Please do not reply.',
  },
  th: {
    byHand: 'หากกดปุ่มไม่ได้ ให้คัดลอกลิงก์นี้ไปเปิดในเบราว์เซอร์',
    linkExpiry: (lifetime: string) => `ลิงก์นี้ใช้ได้ครั้งเดียวและจะหมดอายุใน ${lifetime}`,
    codeExpiry: (lifetime: string) => `รหัสนี้ใช้ได้ครั้งเดียวและจะหมดอายุใน ${lifetime} อย่าบอกรหัสนี้กับผู้อื่น`,
    automatic: 'อีเมลฉบับนี้ส่งโดยอัตโนมัติ กรุณาอย่าตอบกลับ',
  },
} as const;

const words: Record<MailKind, Record<MailLanguage, Words>> = {
  confirmation: {
    en: {
      subject: 'Confirm your email for BKK Siam',
      heading: 'Welcome to BKK Siam',
      lead: 'Thank you for creating an account. Please confirm that this email address is yours.',
      action: 'Confirm email',
      notMe:
        'If you did not create an account, do not follow the link: it accepts the password that was chosen at sign-up. You can safely ignore this email.',
    },
    th: {
      subject: 'ยืนยันอีเมลของคุณกับ BKK Siam',
      heading: 'ยินดีต้อนรับสู่ BKK Siam',
      lead: 'ขอบคุณที่สมัครสมาชิกกับเรา กรุณายืนยันว่าอีเมลนี้เป็นของคุณ',
      action: 'ยืนยันอีเมล',
      notMe: 'หากคุณไม่ได้สมัครสมาชิก อย่ากดลิงก์นี้ เพราะจะเป็นการยอมรับรหัสผ่านที่ผู้อื่นตั้งไว้ตอนสมัคร คุณลบอีเมลนี้ได้เลย',
    },
  },
  invite: {
    en: {
      subject: 'You are invited to BKK Siam',
      heading: 'You are invited to BKK Siam',
      lead: 'The BKK Siam team has opened an account for this email address. Accept the invitation to start using it.',
      action: 'Accept invitation',
      notMe: 'If you do not expect an invitation, you can safely ignore this email.',
    },
    th: {
      subject: 'คุณได้รับเชิญให้ใช้งาน BKK Siam',
      heading: 'คุณได้รับเชิญให้ใช้งาน BKK Siam',
      lead: 'ทีมงาน BKK Siam ได้เปิดบัญชีสำหรับอีเมลนี้ไว้แล้ว กรุณาตอบรับคำเชิญเพื่อเริ่มใช้งาน',
      action: 'ตอบรับคำเชิญ',
      notMe: 'หากคุณไม่ได้รอคำเชิญนี้ ไม่ต้องทำอะไร และลบอีเมลนี้ได้เลย',
    },
  },
  recovery: {
    en: {
      subject: 'Reset your BKK Siam password',
      heading: 'Reset your password',
      lead: 'We received a request to reset the password of your account. Follow the link to choose a new one.',
      action: 'Reset password',
      notMe:
        'If you did not ask for this, you can safely ignore this email. Your password stays as it is.',
    },
    th: {
      subject: 'ตั้งรหัสผ่าน BKK Siam ใหม่',
      heading: 'ตั้งรหัสผ่านใหม่',
      lead: 'เราได้รับคำขอให้ตั้งรหัสผ่านใหม่สำหรับบัญชีของคุณ กรุณากดลิงก์เพื่อตั้งรหัสผ่านใหม่',
      action: 'ตั้งรหัสผ่านใหม่',
      notMe: 'หากคุณไม่ได้ขอ ไม่ต้องทำอะไร และลบอีเมลนี้ได้เลย รหัสผ่านของคุณยังคงเดิม',
    },
  },
  magiclink: {
    en: {
      subject: 'Your sign-in link for BKK Siam',
      heading: 'Sign in to BKK Siam',
      lead: 'Follow the link to sign in to your account. You do not need a password.',
      action: 'Sign in',
      notMe: 'If you did not ask for this link, you can safely ignore this email.',
    },
    th: {
      subject: 'ลิงก์เข้าสู่ระบบ BKK Siam ของคุณ',
      heading: 'เข้าสู่ระบบ BKK Siam',
      lead: 'กดลิงก์เพื่อเข้าสู่ระบบบัญชีของคุณได้โดยไม่ต้องใช้รหัสผ่าน',
      action: 'เข้าสู่ระบบ',
      notMe: 'หากคุณไม่ได้ขอลิงก์นี้ ไม่ต้องทำอะไร และลบอีเมลนี้ได้เลย',
    },
  },
  email_change: {
    en: {
      subject: 'Confirm your new email for BKK Siam',
      heading: 'Confirm the change of your email',
      lead: 'We received a request to change the email address of your account. It changes once the links sent to the old and to the new address have both been followed.',
      action: 'Confirm change',
      notMe:
        'If you did not ask for this, do not follow the link. Your email address stays as it is.',
    },
    th: {
      subject: 'ยืนยันการเปลี่ยนอีเมลกับ BKK Siam',
      heading: 'ยืนยันการเปลี่ยนอีเมล',
      lead: 'เราได้รับคำขอให้เปลี่ยนอีเมลของบัญชีคุณ อีเมลจะเปลี่ยนเมื่อกดลิงก์ที่ส่งไปยังทั้งอีเมลเดิมและอีเมลใหม่แล้ว',
      action: 'ยืนยันการเปลี่ยนอีเมล',
      notMe: 'หากคุณไม่ได้ขอ อย่ากดลิงก์นี้ อีเมลของคุณจะยังคงเดิม',
    },
  },
  email_taken: {
    en: {
      subject: 'Your email address already has a BKK Siam account',
      heading: 'This email address already has an account',
      lead: 'Somebody asked to move another BKK Siam account to this email address. It already has an account of its own, so nothing changes.',
      action: 'Sign in',
      notMe:
        'If it was you, sign in with this email address, or choose another one for the other account. If it was not you, you can safely ignore this email.',
    },
    th: {
      subject: 'อีเมลของคุณมีบัญชี BKK Siam อยู่แล้ว',
      heading: 'อีเมลนี้มีบัญชีอยู่แล้ว',
      lead: 'มีผู้ขอเปลี่ยนอีเมลของบัญชี BKK Siam อีกบัญชีหนึ่งมาเป็นอีเมลนี้ แต่อีเมลนี้มีบัญชีอยู่แล้ว จึงไม่มีการเปลี่ยนแปลงใด ๆ',
      action: 'เข้าสู่ระบบ',
      notMe:
        'หากเป็นคุณเอง กรุณาเข้าสู่ระบบด้วยอีเมลนี้ หรือใช้อีเมลอื่นกับอีกบัญชี หากไม่ใช่คุณ ไม่ต้องทำอะไร และลบอีเมลนี้ได้เลย',
    },
  },
  reauthentication: {
    en: {
      subject: 'Your BKK Siam confirmation code',
      heading: 'Confirm that it is you',
      lead: 'Enter this code to confirm the change of your password.',
      action: 'Your code',
      notMe: 'If you did not ask for this code, change your password now.',
    },
    th: {
      subject: 'รหัสยืนยัน BKK Siam ของคุณ',
      heading: 'ยืนยันว่าเป็นคุณ',
      lead: 'กรอกรหัสนี้เพื่อยืนยันการเปลี่ยนรหัสผ่านของคุณ',
      action: 'รหัสของคุณ',
      notMe: 'หากคุณไม่ได้ขอรหัสนี้ กรุณาเปลี่ยนรหัสผ่านทันที',
    },
  },
};

function lifetimeText(seconds: number, language: MailLanguage): string {
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

function expiry(values: MailValues, language: MailLanguage): string | null {
  if (values.lifetimeSeconds === null) return null;
  const { linkExpiry, codeExpiry } = common[language];
  const lifetime = lifetimeText(values.lifetimeSeconds, language);
  return 'link' in values ? linkExpiry(lifetime) : codeExpiry(lifetime);
}

function plainText(say: Words, values: MailValues, language: MailLanguage): string {
  return [
    say.heading,
    say.lead,
    `${say.action}:\n${'link' in values ? values.link : values.code}`,
    expiry(values, language),
    say.notMe,
    `--\nBKK Siam\n${values.siteUrl}\n${common[language].automatic}`,
    '',
  ]
    .filter((part) => part !== null)
    .join('\n\n');
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

const small = `margin:0 0 12px;font-size:14px;line-height:1.7;color:#424f6d`;

function htmlAim(say: Words, values: MailValues, language: MailLanguage): string {
  const expires = expiry(values, language);
  const expiryLine = expires === null ? '' : `<p class="soft" style="${small}">${expires}</p>\n`;
  if ('code' in values) {
    return `<p class="ink" style="margin:24px 0;font-size:32px;line-height:1.36;font-weight:600;letter-spacing:6px;color:#17234c">${escapeHtml(values.code)}</p>
${expiryLine}`;
  }
  const href = escapeHtml(values.link);
  return `<p style="margin:24px 0"><a class="button" href="${href}" style="display:inline-block;padding:14px 28px;border-radius:10px;background:#006d75;color:#fefcf7;font-size:16px;line-height:1.25;font-weight:600;text-decoration:none">${say.action}</a></p>
${expiryLine}<p class="soft" style="${small}">${common[language].byHand}<br><a class="link" href="${href}" style="color:#006d75;word-break:break-all">${href}</a></p>`;
}

function htmlText(say: Words, values: MailValues, language: MailLanguage): string {
  const site = escapeHtml(values.siteUrl);
  const paragraph = `margin:0 0 16px;font-size:16px;line-height:1.7`;
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
${htmlAim(say, values, language)}
<p class="soft" style="${small};margin-bottom:0">${say.notMe}</p>
</td></tr>
<tr><td class="soft" style="padding:16px 32px;font-size:13px;line-height:1.7;color:#424f6d"><a class="link" href="${site}" style="color:#006d75">${site}</a><br>${common[language].automatic}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

/** Subject, plain text and HTML of a mail with one link or one code. Nothing in it comes from what a stranger typed. */
export function writeMail(kind: MailKind, language: MailLanguage, values: MailValues): MailText {
  const say = words[kind][language];
  return {
    subject: say.subject,
    text: plainText(say, values, language),
    html: htmlText(say, values, language),
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
