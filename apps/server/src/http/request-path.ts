/** The path of a request target without its query, whose values may be secrets, such as the token of a mailed link. */
export function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? url;
}

/** The query of a request target, without its question mark; empty without one. */
export function searchOf(url: string): string {
  return url.slice(pathOf(url).length + 1);
}
