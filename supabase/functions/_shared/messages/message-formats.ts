import type { Message } from './message-queue.ts';

type Language = Message['language'];

const locales: Readonly<Record<Language, string>> = { en: 'en-US', th: 'th-TH-u-ca-buddhist' };

/** An amount in satang: `THB 1,234`, in Thai `฿1,234`, a negative one `−฿1,234`; satang only if there are any. */
export function amountText(satang: number, language: Language): string {
  const digits = new Intl.NumberFormat('en-US', {
    minimumFractionDigits: satang % 100 === 0 ? 0 : 2,
  }).format(Math.abs(satang) / 100);
  return `${satang < 0 ? '−' : ''}${language === 'th' ? '฿' : 'THB '}${digits}`;
}

function partsOf(time: Date, language: Language, timeZone: string) {
  const parts = new Intl.DateTimeFormat(locales[language], {
    timeZone,
    weekday: language === 'th' ? 'long' : 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(time);
  return (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((part) => part.type === type)?.value ?? '';
}

/**
 * A deadline from seconds since 1970: `Thu 3 Dec, 17:00 Bangkok time`, in Thai
 * `วันพฤหัสบดีที่ 3 ธ.ค. 2569 เวลา 17:00 น. (เวลาไทย)`.
 */
export function deadlineText(seconds: number, language: Language): string {
  const part = partsOf(new Date(seconds * 1000), language, 'Asia/Bangkok');
  const time = `${part('hour')}:${part('minute')}`;
  return language === 'th'
    ? `${part('weekday')}ที่ ${part('day')} ${part('month')} ${part('year')} เวลา ${time} น. (เวลาไทย)`
    : `${part('weekday')} ${part('day')} ${part('month')}, ${time} Bangkok time`;
}

/** A calendar day (`2026-12-05`), or a local time of it or two (`2026-12-05T18:30–20:10`): `Sat 5 Dec 2026, 18:30–20:10`. */
export function localTimeText(local: string, language: Language): string {
  const [day = '', time] = local.split('T');
  const part = partsOf(new Date(`${day}T00:00:00Z`), language, 'UTC');
  const date = `${part('day')} ${part('month')} ${part('year')}`;
  if (language === 'th')
    return `${part('weekday')}ที่ ${date}${time === undefined ? '' : ` เวลา ${time} น.`}`;
  return `${part('weekday')} ${date}${time === undefined ? '' : `, ${time}`}`;
}

/** Whether a reference is the number of an order, such as `ORD-7K2M9QXT`, and not that of a booking. */
export const isOrderNumber = (reference: string): boolean => reference.startsWith('ORD-');
