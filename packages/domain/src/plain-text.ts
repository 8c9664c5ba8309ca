const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  bull: '•',
  middot: '·',
  times: '×',
  deg: '°',
  copy: '©',
  reg: '®',
  trade: '™',
};

function decodeEntity(entity: string, name: string): string {
  if (!name.startsWith('#')) return entities[name] ?? entity;
  const code = Number(name.replace('#', '').replace(/^x/i, '0x'));
  return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : entity;
}

/**
 * The paragraphs of a text that may be HTML, without its markup. Safe because React writes them as text; without a
 * DOM, so that the server renders the same.
 */
export function plainText(source: string): readonly string[] {
  return source
    .replaceAll(/<!--[\s\S]*?-->|<(script|style|template)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replaceAll(/<(?:br|\/p|\/div|\/li|\/h[1-6])\b[^>]*>/gi, '\n\n')
    .replaceAll(/<[/!]?[a-z][^>]*>/gi, '')
    .replaceAll(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,6});/gi, decodeEntity)
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim().replaceAll(/\s+/g, ' '))
    .filter((paragraph) => paragraph !== '');
}
