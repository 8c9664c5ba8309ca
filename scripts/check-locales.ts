// `npm run check:locales`: both languages have the same keys and placeholders, no text is empty or in the wrong script,
// every key is used, and every key that the sources ask for exists.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { languages, type Language } from '../packages/domain/src/languages.ts';
import { mentionsIn, missingKeys, unusedKeys } from './used-keys.ts';

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
  'channel.line',
  'line.title',
  'settings.channel.line',
]);

/** English texts with Thai letters, by key or group of keys, each with its reason. */
const thaiInEnglish: Readonly<Record<string, string>> = {
  'language.th': 'a language is named in itself',
  'news.bangkokTime': 'the specification shows it in Thai to everyone',
  'news.empty': 'the specification shows it in Thai to everyone',
  'news.loadFailed': 'the specification shows it in Thai to everyone',
  'search.airportAliases': 'visitors type names in either script',
};

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

function mayBeThai(key: string): boolean {
  return Object.keys(thaiInEnglish).some((name) => key === name || key.startsWith(`${name}.`));
}

/** Texts in the script of the other language. */
function scriptProblems(key: string, english: Iterable<string>, thai: Iterable<string>): string[] {
  return [
    ...([...thai].some((text) => looksEnglish(key, text)) ? [`th: ${key} is still English`] : []),
    ...([...english].some((text) => thaiLetter.test(text)) && !mayBeThai(key)
      ? [`en: ${key} has Thai letters`]
      : []),
  ];
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
    problems.push(...scriptProblems(key, left.values(), right.values()));
  }
  return problems;
}

const root = new URL('../', import.meta.url);

function readTexts(language: Language, namespace: string): Texts {
  const file = new URL(`apps/web/public/locales/${language}/${namespace}.json`, root);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Texts) : {};
}

/** Every file of translations in either language. */
function readNamespaces(): string[] {
  const files = languages.flatMap((language) =>
    readdirSync(new URL(`apps/web/public/locales/${language}`, root)),
  );
  return [...new Set(files.map((file) => file.replace(/\.json$/, '')))];
}

interface Source {
  readonly path: string;
  readonly text: string;
}

/** The sources below a folder, without tests. */
function readSources(folder: string): Source[] {
  return readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .map((path) => `/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|\/testing\//.test(path))
    .map((path) => ({ path, text: readFileSync(new URL(folder + path, root), 'utf8') }));
}

const textsOf = (sources: readonly Source[]) => sources.map(({ text }) => text);

/** The namespace as an argument, or before a key. */
const names = (namespace: string, text: string) =>
  text.includes(`'${namespace}'`) || new RegExp(`['"\`]${namespace}:`).test(text);

/** A key that follows the name of a group of texts: `${group}title`. */
const groupedKey = /`\$\{[^{}`]*\}([\w.]+)`/g;

/** The unused keys of a namespace: `common` belongs to every file, another to its feature and to files that name it. */
export function unusedIn(
  namespace: string,
  keys: readonly string[],
  site: readonly Source[],
  words: ReadonlySet<string> = mentionsIn(textsOf(site)).words,
): string[] {
  const users = site.filter(
    ({ path, text }) =>
      namespace === 'common' || path.includes(`/features/${namespace}/`) || names(namespace, text),
  );
  // Read as data, as a whole.
  if (namespace !== 'common' && textsOf(users).join('').includes('getResourceBundle(')) return [];
  const prefix = new RegExp(`(['"\`])${namespace}:`, 'g');
  const sources = textsOf(users).map((text) => text.replaceAll(prefix, '$1'));
  // The namespace as a whole, or a part of it, is such a group.
  const group = new RegExp(`(['"])${namespace}:((?:\\w+\\.)*)\\1`, 'g');
  const groups = new Set(
    textsOf(users).flatMap((text) => [...text.matchAll(group)].map(([, , name = '']) => name)),
  );
  for (const name of groups) {
    for (const [, key = ''] of textsOf(site).join('').matchAll(groupedKey)) {
      sources.push(`'${name}${key}'`);
    }
  }
  // The form's schema makes keys of the codes of a rule's problems.
  if (sources.some((text) => text.includes('domainCheck<'))) sources.push('`problem.${code}`');
  return unusedKeys(keys, { ...mentionsIn(sources), words });
}

/** The unused keys of mails, whose templates read them as properties. */
function unusedInMails(keys: readonly string[]): string[] {
  const { words } = mentionsIn(textsOf(readSources('apps/server/src')));
  return keys.filter((key) => !key.split('.').every((part) => words.has(part)));
}

function problemsOfFiles(): string[] {
  const site = readSources('apps/web/src');
  const rules = textsOf(readSources('packages/domain/src'));
  const { words } = mentionsIn([...textsOf(site), ...rules]);
  const existing: string[] = [];
  const problems = readNamespaces().flatMap((namespace) => {
    const english = readTexts('en', namespace);
    const keys = [...byKey(english).keys()];
    const unused =
      namespace === 'mail' ? unusedInMails(keys) : unusedIn(namespace, keys, site, words);
    if (namespace !== 'mail') {
      const forms = [...keys, ...flatten(english).map(([key]) => key)];
      existing.push(...forms, ...forms.map((key) => `${namespace}:${key}`));
    }
    return [
      ...localeProblems(english, readTexts('th', namespace)),
      ...unused.map((key) => `${key} is not used`),
    ].map((problem) => `${namespace}: ${problem}`);
  });
  const requested = mentionsIn(textsOf([...site, ...readSources('e2e')]));
  const missing = missingKeys(existing, requested).map((key) => `no language has ${key}`);
  return [...problems, ...missing];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = problemsOfFiles();
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
  else console.log(`${languages.join(' and ')} hold the same texts, and every key is used`);
}
