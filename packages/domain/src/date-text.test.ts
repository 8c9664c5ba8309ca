import { describe, expect, it } from 'vitest';
import { bangkokDayText, bangkokTimestamp, bangkokTimeText, calendarDayText } from './date-text.ts';
import { bangkokWeekdayTimeText, weekdayText } from './weekday-text.ts';

describe('calendarDayText', () => {
  it.each([
    ['2026-12-05', 'en', '5 Dec 2026'],
    ['2026-12-05', 'th', '5 ธ.ค. 2569'],
    ['2026-09-30', 'en', '30 Sep 2026'],
    ['2028-02-29', 'th', '29 ก.พ. 2571'],
  ] as const)('writes %s in %s as %s', (day, language, text) => {
    expect(calendarDayText(day, language)).toBe(text);
  });

  it.each(Array.from({ length: 12 }, (_, month) => month))(
    'names month %d as readers do',
    (month) => {
      const day = `2026-${String(month + 1).padStart(2, '0')}-09`;
      const named = (locale: string) =>
        new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(
          new Date(day),
        );
      expect(calendarDayText(day, 'th')).toBe(named('th-TH'));
      expect(calendarDayText(day, 'en')).toBe(
        named('en-US').replace(/^(\w+) (\d+), (\d+)$/, '$2 $1 $3'),
      );
    },
  );

  it('refuses what is no day', () => {
    expect(calendarDayText('', 'en')).toBeUndefined();
    expect(calendarDayText('2026-13-01', 'en')).toBeUndefined();
  });
});

describe('weekdayText', () => {
  it('names the weekday before the day, in the language', () => {
    expect(weekdayText('2026-12-05', 'en')).toBe('Sat 5 Dec 2026');
    expect(weekdayText('2026-12-05', 'th')).toBe('เสาร์ 5 ธ.ค. 2569');
    expect(weekdayText('2026-12-05', 'en', true)).toBe('Sat 5 Dec 2026');
    expect(weekdayText('2026-12-05', 'th', true)).toBe('ส. 5 ธ.ค. 2569');
    expect(weekdayText('2028-02-29', 'th', true)).toBe('อ. 29 ก.พ. 2571');
    expect(weekdayText('', 'th')).toBeUndefined();
  });

  it('names it before a time too, whose Thai unit stays on the line', () => {
    const time = '2026-12-05T11:30:00Z';
    expect(bangkokWeekdayTimeText(time, 'en')).toBe('Sat 5 Dec 2026, 18:30');
    expect(bangkokWeekdayTimeText(time, 'th')).toBe('ส. 5 ธ.ค. 2569 18:30\u{a0}น.');
    expect(bangkokWeekdayTimeText('', 'en')).toBeUndefined();
  });

  it.each([22, 23, 24, 25, 26, 27, 28])('names the weekday of November %d as readers do', (day) => {
    for (const [language, locale] of [
      ['en', 'en-US'],
      ['th', 'th-TH'],
    ] as const) {
      const named = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
      const text = weekdayText(`2026-11-${String(day)}`, language) ?? '';
      expect(text.split(' ')[0]).toBe(named.format(new Date(Date.UTC(2026, 10, day))));
    }
  });
});

describe('bangkokDayText', () => {
  it('takes the day in Bangkok, whatever the zone of the stored time', () => {
    expect(bangkokDayText('2025-03-05T18:30:00Z', 'en')).toBe('6 Mar 2025');
    expect(bangkokDayText('2025-03-05T18:30:00+14:00', 'en')).toBe('5 Mar 2025');
    expect(bangkokDayText('2025-12-31T17:00:00+00:00', 'th')).toBe('1 ม.ค. 2569');
  });

  it('refuses what is no time', () => {
    expect(bangkokDayText('yesterday', 'th')).toBeUndefined();
  });
});

describe('bangkokTimeText', () => {
  it('shows day and time in Bangkok, whatever the zone of the stored time', () => {
    expect(bangkokTimeText('2025-03-05T18:30:00Z', 'en')).toBe('6 Mar 2025, 01:30');
    expect(bangkokTimeText('2025-12-31T17:00:00+00:00', 'th')).toBe('1 ม.ค. 2569 00:00 น.');
    expect(bangkokTimeText('', 'en')).toBeUndefined();
  });
});

describe('bangkokTimestamp', () => {
  it('writes the time in Bangkok for other programs', () => {
    expect(bangkokTimestamp('2025-03-05T18:30:09.987654+00:00')).toBe('2025-03-06 01:30:09');
    expect(bangkokTimestamp('2025-12-31T17:00:00Z')).toBe('2026-01-01 00:00:00');
    expect(bangkokTimestamp('soon')).toBeUndefined();
  });
});
