import { languageOfText, type Language } from './languages.ts';

/** The texts that are in a language; all of them if none is. */
export function textsIn(language: Language, texts: readonly string[]): readonly string[] {
  const own = texts.filter((text) => languageOfText(text) === language);
  return own.length > 0 ? own : texts;
}

/** The title of a product in one language, such as `Tote · ถุงผ้า` or `Tote / ถุงผ้า`; any other as it is. */
export function titleIn(language: Language, title: string): string {
  const separator = title.includes(' · ') ? ' · ' : ' / ';
  return textsIn(language, title.split(separator)).join(separator);
}

/**
 * One language of a store's text that is written in both, such as `Size · ขนาด` or, as the title of a variant,
 * `Ink · สีคราม / S`; any other text as it is.
 */
export function textIn(language: Language, text: string): string {
  const parts = text.split(' / ').map((part) => textsIn(language, part.split(' · ')).join(' · '));
  return parts.join(' / ');
}

/**
 * A text of the store in both languages, of which {@link textIn} gives each: `Size · ขนาด`, or by parts where both have as many,
 * `Ink · สีคราม / S`. Without a Thai text it is the other alone.
 */
export function bilingualText(text: string, thai: string | null | undefined): string {
  if (thai === null || thai === undefined || thai === '') return text;
  const [parts, thaiParts] = [text.split(' / '), thai.split(' / ')];
  if (parts.length !== thaiParts.length) return `${text} · ${thai}`;
  return parts
    .map((part, index) =>
      part === thaiParts[index] ? part : `${part} · ${thaiParts[index] ?? ''}`,
    )
    .join(' / ');
}
