/** Reads a JSON block that the server has written into the page; null when there is none of that name. */
export function dataBlock(page: Document, id: string): unknown {
  return JSON.parse(page.getElementById(id)?.textContent ?? 'null');
}

/** Addresses of the files that the painted page goes on with. */
export function pageCode(page: Document): readonly string[] {
  return (dataBlock(page, 'code') ?? []) as readonly string[];
}

/** Whether the page reads as it came. */
export function isPainted(page: Document): boolean {
  return page.getElementById('code') !== null;
}
