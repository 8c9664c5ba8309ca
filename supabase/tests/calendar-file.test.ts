import { expect, it } from 'vitest';
import { calendarFile, type CalendarEvent } from '../functions/_shared/messages/calendar-file.ts';

const flight = {
  id: 'one@bkksiam',
  start: new Date('2026-12-26T16:45:00Z'),
  end: new Date('2026-12-26T22:40:00Z'),
  summary: 'TG 682 กรุงเทพฯ – โตเกียว',
  location: 'Bangkok (BKK)',
  description: 'Departs late; bring a passport, a visa\nand C:\\papers',
};
const file = (changes: Partial<CalendarEvent> = {}) =>
  calendarFile([{ ...flight, ...changes }], new Date('2026-12-01T00:00:00.999Z'));
const unfold = (text: string) => text.replaceAll('\r\n ', '').split('\r\n');

it('has its times in UTC', () => {
  expect(unfold(file()).slice(0, 9)).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//BKK Siam//Bookings//EN',
    'CALSCALE:GREGORIAN',
    'BEGIN:VEVENT',
    'UID:one@bkksiam',
    'DTSTAMP:20261201T000000Z',
    'DTSTART:20261226T164500Z',
    'DTEND:20261226T224000Z',
  ]);
});

it('ends every line with CRLF and folds it at 75 octets, between characters', () => {
  const long = 'เที่ยวบินกรุงเทพฯ–โตเกียว🛫'.repeat(9);
  const text = file({ summary: long });
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
  const sizes = text.split('\r\n').map((line) => Buffer.byteLength(line));
  expect(Math.max(...sizes)).toBeLessThanOrEqual(75);
  expect(Math.max(...sizes)).toBeGreaterThan(70);
  expect(text).not.toContain('\ufffd');
  expect(unfold(text)).toContain(`SUMMARY:${long}`);
});

it('escapes texts, which cannot add lines', () => {
  expect(unfold(file())).toContain(
    String.raw`DESCRIPTION:Departs late\; bring a passport\, a visa\nand C:\\papers`,
  );
  const lines = unfold(file({ location: 'BKK\r\nATTENDEE:x\rEND:VEVENT\u0000' }));
  expect(lines).toContain(String.raw`LOCATION:BKK\nATTENDEE:x\nEND:VEVENT`);
  expect(lines.filter((line) => line === 'END:VEVENT')).toHaveLength(1);
});

it('has times in the zones of the airports, whatever the zone of the machine, and defines them', () => {
  const zones = { start: 'Asia/Bangkok', end: 'Asia/Tokyo' };
  const lines = unfold(file({ zones }));
  expect(lines).toContain('DTSTART;TZID=Asia/Bangkok:20261226T234500');
  expect(lines).toContain('DTEND;TZID=Asia/Tokyo:20261227T074000');
  const bangkok = lines.indexOf('TZID:Asia/Bangkok');
  expect(lines.slice(bangkok - 1, bangkok + 7)).toEqual([
    'BEGIN:VTIMEZONE',
    'TZID:Asia/Bangkok',
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    'TZOFFSETFROM:+0700',
    'TZOFFSETTO:+0700',
    'END:STANDARD',
    'END:VTIMEZONE',
  ]);
  expect(lines.filter((line) => line === 'BEGIN:VTIMEZONE')).toHaveLength(2);
});

it('defines the change of clocks between two flights', () => {
  const zones = { start: 'Europe/London', end: 'Europe/London' };
  const flights = ['2027-03-27T10:00:00Z', '2027-03-29T10:00:00Z'].map((start) => ({
    ...flight,
    start: new Date(start),
    end: new Date(Date.parse(start) + 3_600_000),
    zones,
  }));
  const lines = unfold(calendarFile(flights, new Date(0)));
  expect(lines).toContain('DTSTART;TZID=Europe/London:20270327T100000');
  expect(lines).toContain('DTSTART;TZID=Europe/London:20270329T110000');
  const change = lines.indexOf('BEGIN:DAYLIGHT');
  expect(lines.slice(change, change + 5)).toEqual([
    'BEGIN:DAYLIGHT',
    'DTSTART:20270328T010000',
    'TZOFFSETFROM:+0000',
    'TZOFFSETTO:+0100',
    'END:DAYLIGHT',
  ]);
  expect(lines.filter((line) => line === 'TZID:Europe/London')).toHaveLength(1);
});
