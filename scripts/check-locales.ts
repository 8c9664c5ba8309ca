// `npm run check:locales`: both languages have the same keys and placeholders, and no empty text.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { languages, namespaces, type Language } from '../packages/domain/src/languages.ts';

/** A translation file: texts by key, grouped by nested objects or lists. */
export type Texts = string | { readonly [key: string]: Texts } | readonly Texts[];

const pluralSuffix = /_(zero|one|two|few|many|other)$/;
const placeholders = /\{\{[^}]*\}\}|<\/?\w+\s*\/?>/g;
const thaiLetter = /[\u0e00-\u0e7f]/;
const latinWord = /[A-Za-z]{2,}/;

/** Thai texts without Thai script: names, codes, addresses, and the one text that stays English. */
const latinInThai = new Set([
  'brand',
  'language.en',
  'language.shortEn',
  'footer.email',
  'notFound.title',
]);

function flatten(texts: Texts, path = ''): [key: string, text: string][] {
  if (typeof texts === 'string') return [[path, texts]];
  return Object.entries(texts).flatMap(([key, inner]: [string, Texts]) =>
    flatten(inner, path === '' ? key : `${path}.${key}`),
  );
}

function placeholdersOf(text: string): string {
  return (text.match(placeholders) ?? [])
    .map((placeholder) => placeholder.replaceAll(/\s/g, ''))
    .sort()
    .join(' ');
}

/** Texts by key; plural forms are grouped under the key without their suffix. */
function byKey(texts: Texts): Map<string, Map<string, string>> {
  const keys = new Map<string, Map<string, string>>();
  for (const [path, text] of flatten(texts)) {
    const form = pluralSuffix.exec(path)?.[1] ?? '';
    const key = form === '' ? path : path.replace(pluralSuffix, '');
    const forms = keys.get(key) ?? new Map<string, string>();
    keys.set(key, forms.set(form, text));
  }
  return keys;
}

function formProblems(
  language: Language,
  key: string,
  forms: ReadonlyMap<string, string>,
): string[] {
  const problems = [...forms]
    .filter(([, text]) => text.trim() === '')
    .map(([form]) => `${language}: ${key}${form && `_${form}`} is empty`);
  if (forms.has('')) return problems;
  const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const missing = needed.filter((category) => !forms.has(category));
  const extra = [...forms.keys()].filter((form) => !needed.some((category) => category === form));
  return [
    ...problems,
    ...missing.map((category) => `${language}: ${key} has no plural form ${category}`),
    ...extra.map(
      (form) => `${language}: ${key} has a plural form ${form} the language does not use`,
    ),
  ];
}

/** Keys of section ids, which links use in both languages. */
const partName = /^sections\.\d+\.id$/;

function looksEnglish(key: string, text: string): boolean {
  return (
    latinWord.test(text.replaceAll(placeholders, '')) &&
    !thaiLetter.test(text) &&
    !partName.test(key) &&
    !latinInThai.has(key)
  );
}

/**
 * Compares an English file with its Thai counterpart and returns an error message for each difference. Plural forms
 * count as one key, and each language must have exactly its own forms.
 */
export function localeProblems(english: Texts, thai: Texts): string[] {
  const en = byKey(english);
  const th = byKey(thai);
  const problems: string[] = [];
  for (const key of new Set([...en.keys(), ...th.keys()])) {
    const [left, right] = [en.get(key), th.get(key)];
    if (left === undefined || right === undefined) {
      problems.push(`${left === undefined ? 'en' : 'th'}: ${key} is missing`);
      continue;
    }
    problems.push(...formProblems('en', key, left), ...formProblems('th', key, right));
    if (partName.test(key) && left.get('') !== right.get('')) {
      problems.push(`${key} differs, and links to it break`);
    }
    const sets = new Set([...left.values(), ...right.values()].map(placeholdersOf));
    if (sets.size > 1) problems.push(`${key} has different placeholders: ${[...sets].join(' | ')}`);
    if ([...right.values()].some((text) => looksEnglish(key, text))) {
      problems.push(`th: ${key} is still English`);
    }
  }
  return problems;
}

function readTexts(language: Language, namespace: string): Texts {
  const file = new URL(`../apps/web/public/locales/${language}/${namespace}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Texts;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = namespaces.flatMap((namespace) =>
    localeProblems(readTexts('en', namespace), readTexts('th', namespace)).map(
      (problem) => `${namespace}: ${problem}`,
    ),
  );
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
  else console.log(`${languages.join(' and ')} hold the same texts`);
}
