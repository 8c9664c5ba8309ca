/** A file to choose, from its text in UTF-8 or from bytes; the files of jsdom do not give their content. */
export function csvFile(content: string | Uint8Array, name = 'list.csv'): File {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return Object.assign(new File([content.slice()], name, { type: 'text/csv' }), {
    arrayBuffer: () => Promise.resolve(bytes.slice().buffer),
  });
}

/** Thai and ASCII text in Windows-874, as Excel saves it on a Thai Windows. */
export function windows874(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (letter) => {
    const code = letter.codePointAt(0) ?? 0;
    return code < 0x80 ? code : code - 0x0e00 + 0xa0;
  });
}
