import { vi } from 'vitest';

/** The files the page has given out; jsdom keeps none. */
export function catchFiles() {
  const files: { name: string; content: Blob }[] = [];
  const contents: Blob[] = [];
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (content: Blob) => `blob:${String(contents.push(content) - 1)}`,
      revokeObjectURL: () => undefined,
    }),
  );
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    const content = contents[Number(this.href.replace('blob:', ''))];
    if (content !== undefined) files.push({ name: this.download, content });
  });
  return files;
}
