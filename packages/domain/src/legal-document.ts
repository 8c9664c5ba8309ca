/** One part of a legal document. */
export interface LegalSection {
  /** Names the part in links; the same in every language. */
  readonly id: string;
  readonly title: string;
  /** Markdown. */
  readonly content: string;
}

/** The terms or the privacy policy in one language (spec §3). */
export interface LegalDocument {
  readonly title: string;
  readonly version: string;
  /** A calendar day, `2026-12-05`. */
  readonly lastUpdated: string;
  readonly tocTitle: string;
  readonly summaryBox: { readonly title: string; readonly content: string };
  readonly sections: readonly LegalSection[];
}

type Texts<Key extends string> = Readonly<Record<Key, string>>;

function hasTexts<Key extends string>(value: unknown, keys: readonly Key[]): value is Texts<Key> {
  if (typeof value !== 'object' || value === null) return false;
  const values = new Map<string, unknown>(Object.entries(value));
  return keys.every((key) => typeof values.get(key) === 'string');
}

const isSection = (value: unknown): value is LegalSection =>
  hasTexts(value, ['id', 'title', 'content']);

/** The document in a translation file; undefined when the file is missing or something else. */
export function readLegalDocument(stored: unknown): LegalDocument | undefined {
  if (!hasTexts(stored, ['title', 'version', 'lastUpdated', 'tocTitle'])) return undefined;
  const values = new Map<string, unknown>(Object.entries(stored));
  const summaryBox = values.get('summaryBox');
  const sections = values.get('sections');
  if (!hasTexts(summaryBox, ['title', 'content'])) return undefined;
  if (!Array.isArray(sections) || !sections.every(isSection)) return undefined;
  const { title, version, lastUpdated, tocTitle } = stored;
  return { title, version, lastUpdated, tocTitle, summaryBox, sections };
}
