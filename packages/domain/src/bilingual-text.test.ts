import { describe, expect, it } from 'vitest';
import { textIn, textsIn } from './bilingual-text.ts';

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
