import { describe, expect, it } from 'vitest';
import { bilingualText, textIn, textsIn, titleIn } from './bilingual-text.ts';

describe('a text of the store in both languages', () => {
  it.each([
    ['Size · ขนาด', 'Size', 'ขนาด'],
    ['Ink · สีคราม / S', 'Ink / S', 'สีคราม / S'],
    ['Opens to 105 cm · กางได้ 105 ซม.', 'Opens to 105 cm', 'กางได้ 105 ซม.'],
    ['Wool · two sizes · ผ้าขนสัตว์', 'Wool · two sizes', 'ผ้าขนสัตว์'],
  ])('%s is shown in one', (text, english, thai) => {
    expect(textIn('en', text)).toBe(english);
    expect(textIn('th', text)).toBe(thai);
  });

  it.each(['A5', 'ขนาดเดียว', '38 × 42 × 12 cm', 'Wool · two sizes', '', ' · '])(
    '%j has one language and stays',
    (text) => {
      expect(textIn('en', text)).toBe(text);
      expect(textIn('th', text)).toBe(text);
    },
  );

  it('may be paragraphs', () => {
    const paragraphs = ['A roomy tote.', 'กระเป๋าผ้าใบใหญ่', 'Folds flat.'];
    expect(textsIn('en', paragraphs)).toEqual(['A roomy tote.', 'Folds flat.']);
    expect(textsIn('th', paragraphs)).toEqual(['กระเป๋าผ้าใบใหญ่']);
    expect(textsIn('th', ['Only English.'])).toEqual(['Only English.']);
  });
});

describe('two texts', () => {
  it.each([
    ['Size', 'ขนาด', 'Size · ขนาด'],
    ['Ink / S', 'สีคราม / S', 'Ink · สีคราม / S'],
    ['Wool · two sizes', 'ผ้าขนสัตว์', 'Wool · two sizes · ผ้าขนสัตว์'],
    ['350 ml', '350 มล.', '350 ml · 350 มล.'],
    ['A5', 'A5', 'A5'],
  ])('%j and %j are one text of which each is shown', (english, thai, both) => {
    expect(bilingualText(english, thai)).toBe(both);
    expect(textIn('en', both)).toBe(english);
    expect(textIn('th', both)).toBe(thai);
  });

  it('are one where the other is missing, or has fewer parts', () => {
    expect(bilingualText('Size', null)).toBe('Size');
    expect(bilingualText('Size', '')).toBe('Size');
    expect(bilingualText('Ink / S', 'สีคราม')).toBe('Ink / S · สีคราม');
  });
});

describe('the title of a product', () => {
  it.each([
    ['Chao Phraya tote / ถุงผ้าเจ้าพระยา', 'Chao Phraya tote', 'ถุงผ้าเจ้าพระยา'],
    ['Tote · ถุงผ้า S / M', 'Tote', 'ถุงผ้า S / M'],
  ])('%s is shown in one language', (title, english, thai) => {
    expect(titleIn('en', title)).toBe(english);
    expect(titleIn('th', title)).toBe(thai);
  });

  it.each(['Chao Phraya Tote', 'Cable USB-A / USB-C', 'ถุงผ้า', ''])('%j stays', (title) => {
    expect(titleIn('en', title)).toBe(title);
    expect(titleIn('th', title)).toBe(title);
  });
});
