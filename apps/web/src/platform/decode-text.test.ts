import { expect, it } from 'vitest';
import { windows874 } from '#testing/uploads.ts';
import { decodeText } from './decode-text.ts';

const thai = 'นามสกุล,ชื่อ,ราคา\r\nใจดี,น้ำฝน,฿1,500';

function utf16(text: string, isLittle: boolean): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(text.length * 2));
  for (const [index, unit] of text.split('').entries())
    bytes.setUint16(index * 2, unit.charCodeAt(0), isLittle);
  return new Uint8Array(bytes.buffer);
}

const utf8 = (text: string) => new TextEncoder().encode(text);
const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

it.each([
  ['UTF-8', utf8(thai), thai],
  ['UTF-8 with its mark', utf8(`\ufeff${thai}`), thai],
  ['UTF-16 of Excel', utf16(`\ufeff${thai}`, true), thai],
  ['UTF-16 with the other mark', utf16(`\ufeff${thai}`, false), thai],
  ['Windows-874', windows874(thai), thai],
  ['Windows-874 with Latin names', windows874('fare\r\nราคาพิเศษ Saver'), 'fare\r\nราคาพิเศษ Saver'],
  ['Windows-874 with curly quotes', Uint8Array.of(0x93, 0xa1, 0xa2, 0x94), '“กข”'],
  ['ASCII', latin1('JAIDEE,SOMCHAI'), 'JAIDEE,SOMCHAI'],
  ['nothing', new Uint8Array(), ''],
])('reads %s', (_, bytes, text) => {
  expect(decodeText(bytes)).toBe(text);
});

it.each([
  ['names in a Western encoding', latin1('MUÑOZ,JOSÉ')],
  ['a Western word that ends in an accent', latin1('Café,1')],
  ['a price in pounds in a Western encoding', latin1('Saver,£20')],
  ['accents alone', latin1('é,à')],
  ['Chinese in GBK', Uint8Array.of(0xd5, 0xc5, 0xce, 0xb0, 0x2c, 0x31)],
  ['Japanese in Shift JIS', Uint8Array.of(0x93, 0x8c, 0x8b, 0x9e)],
  ['UTF-16 without its mark', utf16('JAIDEE', true)],
  ['UTF-16 that is cut off', utf16(`\ufeff${thai}`, true).slice(0, -1)],
  ['a workbook', Uint8Array.of(0x50, 0x4b, 3, 4, 0x14, 0, 6, 0)],
  ['a text that had lost its letters before', utf8('MU\ufffdOZ,JOS\ufffd')],
])('refuses %s', (_, bytes) => {
  expect(decodeText(bytes)).toBeUndefined();
});
