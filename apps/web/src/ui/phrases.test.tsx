import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Phrases } from './phrases.tsx';

function phrasesOf(text: string): (string | null)[] {
  const { container } = render(<Phrases text={text} />);
  expect(container.textContent).toBe(text);
  return [...container.querySelectorAll('span')].map((phrase) => phrase.textContent);
}

test('Thai stays together between two blanks', () => {
  expect(phrasesOf('จองไว้ก่อน ออกตั๋วทีหลัง')).toEqual(['จองไว้ก่อน', 'ออกตั๋วทีหลัง']);
});

test('the repetition mark ends no phrase', () => {
  expect(phrasesOf('เร็ว ๆ นี้คุณจะเติมเครดิตได้ที่นี่ เขียนถึงเราได้เลย')).toEqual([
    'เร็ว ๆ นี้คุณจะเติมเครดิตได้ที่นี่',
    'เขียนถึงเราได้เลย',
  ]);
});

test.each([
  ['สำหรับนักเดินทาง', 'เดินทาง'],
  ['จองที่นั่งไว้', 'ที่นั่ง'],
  ['ส่งรายชื่อ', 'รายชื่อ'],
  ['รอข้อเสนอ', 'ข้อเสนอ'],
  ['หรือเพื่อนร่วมงาน', 'เพื่อนร่วมงาน'],
  ['จนถึงเวลาดังกล่าว', 'ดังกล่าว'],
  ['กรุณาเทียบทีละตัว', 'ทีละตัว'],
])('in %s, a word that browsers take for two stays whole', (text, word) => {
  expect(phrasesOf(text)).toEqual([text, word]);
});

test('a number stays with its unit', () => {
  expect(phrasesOf('สัมภาระ 20 กิโลกรัม เก็บให้ 48 ชั่วโมง ถึง 31 Dec')).toEqual([
    'สัมภาระ',
    '20 กิโลกรัม',
    'เก็บให้',
    '48 ชั่วโมง',
    'ถึง',
    '31',
    'Dec',
  ]);
});

test('a long phrase fills the line before it', () => {
  const long = 'จองให้ทั้งครอบครัวต้องถามหลายคนและดูหลายปฏิทินก่อนเดินทาง';
  expect(phrasesOf(`${long} จองไว้ก่อน`)).toEqual(['เดินทาง', 'จองไว้ก่อน']);
});

test('other scripts break as they always do', () => {
  expect(phrasesOf('Hold now, ticket later')).toEqual([]);
});
