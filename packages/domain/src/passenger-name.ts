import type { Problem } from './problem.ts';

/** Why a first or last name is refused, with the refused title or characters. */
export interface PassengerNameProblem extends Problem {
  readonly code:
    | 'passenger_name.empty'
    | 'passenger_name.thai'
    | 'passenger_name.title'
    | 'passenger_name.digits'
    | 'passenger_name.characters'
    | 'passenger_name.too_long';
}

/** Maximum length of a first or last name. */
export const maxPassengerName = 60;

const thaiLetter = /[\u0e01-\u0e3a\u0e40-\u0e4e]/;
// Thai titles are written without a space, so a name may follow at once.
const thaiTitle =
  /(?<![\u0e01-\u0e4e])(?:นางสาว|นาย|นาง|น\.\s?ส\.|เด็กชาย|เด็กหญิง|ด\.\s?ช\.|ด\.\s?ญ\.|ดร\.?|คุณ)(?![\u0e01-\u0e4e])/;
const titles: ReadonlySet<string> = new Set(['MR', 'MRS', 'MS', 'MISS', 'MSTR', 'DR']);
const digit = /\p{Nd}/u;
// Latin letters with and without diacritics; SQL can write the same ranges.
const otherCharacter = /[^A-Za-zÀ-ÖØ-öø-ɏḀ-ỿ '-]/gu;
const latinLetter = /[A-Za-zÀ-ÖØ-öø-ɏḀ-ỿ]/;

/**
 * Normalizes a typed name: NFC, single spaces, and the plain apostrophe and hyphen for those that phones and word
 * processors put in. Case is kept.
 */
export function normalizePassengerName(text: string): string {
  return text
    .replaceAll(/[\u200b-\u200d\u2060\ufeff\u00ad]/g, '')
    .normalize('NFC')
    .replaceAll(/[\u2018\u2019\u02bc\u00b4`]/g, "'")
    .replaceAll(/[\u2010-\u2013\u2212]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function latinTitle(name: string): string | undefined {
  return name.split(/[ .,]+/).find((word) => titles.has(word.toUpperCase()));
}

/** Thai letters are named as a title only if the rest of the name has none. */
function thaiProblem(name: string): PassengerNameProblem | null {
  if (!thaiLetter.test(name)) return null;
  const title = thaiTitle.exec(name)?.[0];
  if (title === undefined || thaiLetter.test(name.replace(title, ''))) {
    return { code: 'passenger_name.thai' };
  }
  return { code: 'passenger_name.title', values: { title } };
}

/** Checks a first or last name as in the passport: the first thing that is wrong, or null. */
export function checkPassengerName(text: string): PassengerNameProblem | null {
  const name = normalizePassengerName(text);
  if (name === '') return { code: 'passenger_name.empty' };
  const thai = thaiProblem(name);
  if (thai !== null) return thai;
  const title = latinTitle(name);
  if (title !== undefined) return { code: 'passenger_name.title', values: { title } };
  if (digit.test(name)) return { code: 'passenger_name.digits' };
  const others = [...new Set(name.match(otherCharacter))];
  if (others.length > 0) {
    return { code: 'passenger_name.characters', values: { characters: others.join(' ') } };
  }
  if (!latinLetter.test(name)) return { code: 'passenger_name.empty' };
  if (name.length <= maxPassengerName) return null;
  return { code: 'passenger_name.too_long', values: { max: maxPassengerName } };
}
