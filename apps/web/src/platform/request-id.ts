// Each request of the server has an id. Those it makes to itself while it renders a page carry the id of the page's request, so that one id
// finds them all in the log. The abort signal of a query tells for which page it is fetched.
const ids = new WeakMap<AbortSignal, string>();

/** Makes requests of a query with this signal carry the id. */
export function setRequestId(signal: AbortSignal, id: string): void {
  ids.set(signal, id);
}

/** The options of a `fetch` with the id that is set for the signal, if any. */
export function withRequestId(
  signal: AbortSignal | null | undefined,
  init: RequestInit,
): RequestInit {
  const id = signal && ids.get(signal);
  if (id === undefined || id === null) return init;
  const headers = new Headers(init.headers);
  headers.set('x-request-id', id);
  return { ...init, headers };
}
