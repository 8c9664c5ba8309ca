// Which keys of the translations the sources use. It scans literals: parsing the sources takes three times as long.

/** What source files say about keys. */
export interface Mentions {
  /** String literals that may be a key or a group of keys. */
  readonly literals: ReadonlySet<string>;
  /** Template literals that may be a key. */
  readonly templates: ReadonlySet<string>;
  /** Keys and templates that are passed to `t`, to `Trans` or as a TextKey. */
  readonly requested: ReadonlySet<string>;
  /** Every identifier and word: the possible values in a template. */
  readonly words: ReadonlySet<string>;
}

const comments = /(^|\s)(?:\/\/.*$|\/\*[^]*?\*\/)/gm;
const placeholder = /\$\{[^{}`]*\}/;
const placeholders = /\$\{[^{}`]*\}/g;
const keyCharacters = String.raw`(?:[\w.:-]|\$\{[^{}\x60]*\})+`;
const quotedKey = new RegExp(`(['"\`])(${keyCharacters})\\1`, 'g');
const translated = new RegExp(`\\b(?:t\\(|i18nKey=)\\s*\\{?\\s*(['"\`])(${keyCharacters})\\1`, 'g');
const translatedChoice = /\bt\([^()'"`,]*\?\s*'([\w.:-]+)'\s*:\s*'([\w.:-]+)'/g;
/** Properties that are a TextKey in some types. Only a literal with a dot can be told from other text. */
const keyProperty = new RegExp(
  String.raw`\b(?:title|description|text|heading|failed|missing):\s*(['"\x60])([\w-]+\.${keyCharacters})\1`,
  'g',
);

/** Collects what source files say about keys; comments do not count. */
export function mentionsIn(sources: readonly string[]): Mentions {
  const literals = new Set<string>();
  const templates = new Set<string>();
  const requested = new Set<string>();
  const words = new Set<string>();
  for (const source of sources) {
    const code = source.replaceAll(comments, '$1');
    for (const [, , text = ''] of code.matchAll(quotedKey)) {
      (placeholder.test(text) ? templates : literals).add(text);
    }
    for (const pattern of [translated, keyProperty]) {
      for (const [, , key = ''] of code.matchAll(pattern)) requested.add(key);
    }
    for (const [, ...keys] of code.matchAll(translatedChoice)) {
      for (const key of keys) requested.add(key);
    }
    for (const [word] of code.matchAll(/\w+/g)) words.add(word);
  }
  return { literals, templates, requested, words };
}

/** A template as a pattern of keys; its groups are the values. */
function patternOf(template: string): RegExp {
  const parts = template.split(placeholder).map((part) => part.replaceAll('.', String.raw`\.`));
  return new RegExp(`^${parts.join('(.+)')}$`);
}

/** Error codes: a hosted auth service has more than ours, and rules put theirs together. */
const codeTemplate = /^(?:authError|problem)\./;

/** Whether values in a template occur in the sources: a leading one as the literal of a group, the others as words. */
function occur(template: string, values: readonly string[], mentions: Mentions): boolean {
  if (codeTemplate.test(template)) return true;
  const [first = '', ...others] = values;
  const startsWithGroup = template.startsWith('${');
  // Without a name of its own, such as `${column}.${direction}`, it could be any key.
  if (startsWithGroup && !/\w/.test(template.replaceAll(placeholders, ''))) return false;
  if (startsWithGroup && !mentions.literals.has(first)) return false;
  const names = (startsWithGroup ? others : values).flatMap((text) => text.split('.'));
  return names.every((name) => mentions.words.has(name));
}

/** The keys that no literal and no template stands for. */
export function unusedKeys(keys: readonly string[], mentions: Mentions): string[] {
  const used = new Set(mentions.literals);
  for (const template of mentions.templates) {
    const pattern = patternOf(template);
    for (const key of keys) {
      const match = pattern.exec(key);
      if (match && occur(template, match.slice(1), mentions)) used.add(key);
    }
  }
  return keys.filter((key) => !used.has(key));
}

/** The requested keys that do not exist, and the requested templates that no key fits. */
export function missingKeys(keys: readonly string[], { requested }: Mentions): string[] {
  const known = new Set(keys);
  return [...requested].filter((key) => {
    if (!placeholder.test(key)) return !known.has(key);
    const pattern = patternOf(key);
    return !keys.some((other) => pattern.test(other));
  });
}
