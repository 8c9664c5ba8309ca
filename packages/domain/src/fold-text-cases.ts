/** Texts that look the same, or are the same to who searches, after their folded form; for the tests of TypeScript and of SQL. */
export const foldTextCases: Readonly<Record<string, readonly string[]>> = {
  'da nang': ['Da Nang', 'Đà Nẵng', 'DA\u00a0NANG', 'Da\u0300 Na\u0306\u0303ng', ' da  nang '],
  // น้ำ with the letter for ำ, with its two parts, and with the tone before, between and after them.
  '\u0e19\u0e4d\u0e49\u0e32': [
    '\u0e19\u0e49\u0e33',
    '\u0e19\u0e4d\u0e49\u0e32',
    '\u0e19\u0e49\u0e4d\u0e32',
    '\u0e19\u0e4d\u0e32\u0e49',
    '\u0e19\u0e33\u0e49',
  ],
  // ที่ and พันธุ์ with the upper mark before the vowel.
  '\u0e17\u0e35\u0e48': ['\u0e17\u0e35\u0e48', '\u0e17\u0e48\u0e35', '\u0e17\u0e35\u0e48\u0e48'],
  '\u0e18\u0e38\u0e4c': ['\u0e18\u0e38\u0e4c', '\u0e18\u0e4c\u0e38', '\u0e18\u200b\u0e38\u0e4c'],
  '\u0e01\u0e39\u0e49': ['\u0e01\u0e39\u0e49', '\u0e01\u0e49\u0e39'],
  แม่: ['แม่', 'เเม่'],
  กรุงเทพ: ['กรุงเทพฯ', 'กรุงเทพ', 'กรุงเทพ\u200d'],
  'somchai jaidee': [
    'Somchai Jaidee',
    'SOMCHAI  JAIDEE',
    'Ｓｏｍｃｈａｉ\u3000Ｊａｉｄｅｅ',
    'Som\u00adchai Jaidee',
    '\u200eSomchai\u200f \u202aJaidee\u202c',
    '\u2066Somchai\u2069 \u061cJaidee\ufe0f',
  ],
  "o'brien-smith": ['O’Brien‑Smith', 'Oʼbrien–Smith', "O'BRIEN-SMITH", 'O´Brien−Smith'],
  'jose munoz': ['José Muñoz', 'Jose\u0301 Mun\u0303oz', 'JOSE MUNOZ'],
  lodz: ['Łódź', 'Lodz'],
  'istanbul isparta': ['İstanbul ısparta', 'Istanbul Isparta'],
  'kobenhavn aeroe': ['København Æroe', 'KOBENHAVN AEROE'],
  strasse: ['Straße', 'STRASSE', 'STRAẞE'],
  'file 2': ['ﬁle ²', 'FILE 2'],
  москва: ['Москва', 'МОСКВА'],
  οδοσ: ['ΟΔΟΣ', 'οδος'],
  '100% *a_b\\c': ['100% *A_b\\C'],
  '': ['', '  ', '\u200b\ufeff', '\t\r\n'],
};
