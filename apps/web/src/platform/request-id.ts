// While the server renders a page, its own requests carry the id of the page's request, so that the log shows them under one
// id. The query's abort signal identifies the page.
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
