const aYear = 365 * 24 * 60 * 60;

/** Lets the server know a choice that it paints pages by. A browser that keeps no cookies goes without. */
export function mirrorInCookie(name: string, value: string): void {
  try {
    document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${String(aYear)}; samesite=lax`;
  } catch {
    // Cookies are forbidden here; the page still keeps the choice while it is open.
  }
}
