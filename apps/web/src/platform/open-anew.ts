/**
 * Opens the address on screen anew, once the site answers: the browser's own words for one that does not would say
 * less than the page they replace.
 *
 * @throws when the site does not answer
 */
export async function openAnew(): Promise<void> {
  const { ok, status } = await fetch(window.location.href, { method: 'HEAD' });
  if (!ok) throw new Error(`the site answers ${String(status)}`);
  window.location.reload();
}
