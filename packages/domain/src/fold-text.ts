import { removeInvisible } from './invisible-characters.ts';

const apostrophes = /[\u2018\u2019\u02bb\u02bc\u00b4`]/g;
const hyphens = /[\u2010-\u2015\u2212]/g;
/** Letters that no decomposition reaches. */
const letters: Readonly<Record<string, string>> = {
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  ŧ: 't',
  ς: 'σ',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
};

/**
 * A text in the form in which searches compare, so that texts that look the same are the same: without case, Latin diacritics,
 * invisible characters and the Thai abbreviation mark, and with Thai marks in one order, whichever way they were typed.
 * `bkk_fold_text` in SQL gives the same; `supabase/tests/fold-text.test.ts` compares them.
 */
export function foldText(text: string): string {
  return (
    removeInvisible(text)
      .replaceAll(apostrophes, "'")
      .replaceAll(hyphens, '-')
      .normalize('NFKD')
      .replaceAll(/[\u0300-\u036fฯ]/g, '')
      .toLowerCase()
      .replaceAll(/[đðħıłøŧςæœßþ]/g, (letter) => letters[letter] ?? letter)
      .replaceAll('เเ', 'แ')
      // Tones and the silent mark are written after the vowel above or below, and before the end of ำ.
      .replaceAll(/\u0e4d\u0e32([\u0e48-\u0e4b])/g, '\u0e4d$1\u0e32')
      .replaceAll(/([\u0e48-\u0e4c]+)([\u0e31\u0e34-\u0e3a\u0e47\u0e4d]+)/g, '$2$1')
      .replaceAll(/([\u0e31\u0e34-\u0e3a\u0e47-\u0e4e])\1+/g, '$1')
      .replaceAll(/[\t-\r ]+/g, ' ')
      .replaceAll(/^ | $/g, '')
  );
}
