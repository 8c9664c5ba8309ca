/**
 * The paragraphs of a text that may be HTML, without any of its markup. The parser runs no script and loads nothing;
 * what comes out is text for React to write as text.
 */
export function plainText(source: string): readonly string[] {
  const broken = source.replaceAll(/<(?:br|\/p|\/div|\/li|\/h[1-6])\b[^>]*>/gi, '\n\n$&');
  const parsed = /[<&]/.test(source)
    ? new DOMParser().parseFromString(broken, 'text/html')
    : undefined;
  for (const element of parsed?.querySelectorAll('script, style, template') ?? []) element.remove();
  const text = parsed === undefined ? source : parsed.body.textContent;
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim().replaceAll(/\s+/g, ' '))
    .filter((paragraph) => paragraph !== '');
}
