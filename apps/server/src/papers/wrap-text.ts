const words = new Intl.Segmenter('th', { granularity: 'word' });
const characters = new Intl.Segmenter('th', { granularity: 'grapheme' });
const thaiLetter = /[\u0e01-\u0e4e]/;

/** Whether a line may end between these: after a space or a slash, and between Thai words. */
function mayBreak(before: string, after: string): boolean {
  if (/^\s*[ๆฯ]/.test(after)) return false;
  const last = before.at(-1) ?? '';
  return (
    last === ' ' || ((thaiLetter.test(last) || last === '/') && thaiLetter.test(after.charAt(0)))
  );
}

/** A repetition mark, and a postal code, stay with the word before them. */
const boundSpace = / (?=ๆ|\d{5}(?!\S))/g;

/** The parts of a text that are not broken, each with the space that follows. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (const { segment } of words.segment(text.replaceAll(boundSpace, '\u00a0'))) {
    const last = parts.at(-1);
    if (last === undefined || mayBreak(last, segment)) parts.push(segment);
    else parts[parts.length - 1] = last + segment;
  }
  return parts;
}

/**
 * Breaks a text into lines of a width. pdfkit breaks Thai inside its words.
 *
 * @param widthOf measures a text
 */
export function wrapText(text: string, width: number, widthOf: (text: string) => number): string[] {
  if (widthOf(text.trim()) <= width) return [text.trim()];
  const lines: string[] = [];
  let line = '';
  const fits = (more: string) => widthOf((line + more).trimEnd()) <= width;
  for (const part of partsOf(text.trim())) {
    if (line !== '' && !fits(part)) {
      lines.push(line.trimEnd());
      line = '';
    }
    if (fits(part)) line += part;
    else {
      // A part that is wider than a line, such as a reference.
      for (const { segment } of characters.segment(part)) {
        if (line !== '' && !fits(segment)) {
          lines.push(line.trimEnd());
          line = '';
        }
        line += segment;
      }
    }
  }
  return [...lines, line.trimEnd()];
}
