import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const publicFolder = join(import.meta.dirname, '../../public');
// As they are before a test replaces them.
const nativeFetch = globalThis.fetch;
const nativeSetTimeout = globalThis.setTimeout;
const NativeWebSocket = globalThis.WebSocket;

let backend: string | undefined;

/** From now on the page's own calls go to this server; undefined disconnects it. */
export function connectTo(url: string | undefined): void {
  backend = url;
}

let held: Promise<void> | undefined;
let release: (() => void) | undefined;

export function releaseAnswers(): void {
  held = undefined;
  release?.();
}

/** Withholds responses, as on a very slow connection, until the returned function is called or the test ends. */
export function holdAnswers(): () => void {
  held = new Promise((resolve) => {
    release = resolve;
  });
  return releaseAnswers;
}

let cut: string | undefined;

/** Fails requests whose path contains the text; returns a function that ends it. */
export function blockRequests(text: string): () => void {
  cut = text;
  return () => {
    cut = undefined;
  };
}

let lost: string | undefined;

/** Loses the next answer to a path that contains the text, after the server has done what was asked. */
export function loseAnswer(text: string): void {
  lost = text;
}

let diverted: readonly [from: string, to: string] | undefined;

/** From now on calls of one address go to another, as where the server lacks it; returns how to end it. */
export function divertCalls(from: string, to: string): () => void {
  diverted = [from, to];
  return () => {
    diverted = undefined;
  };
}

async function answer(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const address = new URL(input instanceof Request ? input.url : String(input), location.href);
  if (address.pathname.startsWith('/locales/')) {
    return new Response(await readFile(join(publicFolder, address.pathname)));
  }
  await held;
  if (cut !== undefined && address.pathname.includes(cut)) {
    const { method, headers } = input instanceof Request ? input : new Request(address, init);
    const isRead = method === 'GET' && address.pathname.startsWith('/rest/');
    // The data API's client repeats a read three times, after seconds unless a response names the time.
    if (!isRead || headers.get('x-retry-count') === '3') throw new TypeError('fetch failed');
    return new Response(null, { status: 503, headers: { 'retry-after': '0' } });
  }
  if (backend === undefined) throw new TypeError('fetch failed');
  const routed =
    (address.origin === location.origin ? backend : address.origin) +
    (address.pathname === diverted?.[0] ? diverted[1] : address.pathname) +
    address.search;
  const response = await nativeFetch(
    input instanceof Request ? new Request(routed, input) : routed,
    init,
  );
  if (lost === undefined || !address.pathname.includes(lost)) return response;
  lost = undefined;
  throw new TypeError('fetch failed');
}

const pending = new Set<Promise<unknown>>();

function trackedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = answer(input, init);
  // The page acts on a response when it has read its body.
  const received = response.then((message) => message.clone().arrayBuffer());
  pending.add(received);
  const remove = () => pending.delete(received);
  received.then(remove, remove);
  return response;
}

/** Resolves when no request of the page is pending, including follow-up requests. */
export async function networkQuiet(): Promise<void> {
  while (pending.size > 0) {
    await Promise.allSettled(pending);
    await new Promise((resolve) => nativeSetTimeout(resolve));
  }
}

/** Forgets what an earlier file held, cut, lost or diverted, and the requests it left unanswered. */
export function resetNetwork(): void {
  held = undefined;
  cut = undefined;
  lost = undefined;
  diverted = undefined;
  pending.clear();
}

/** A socket to the page's own origin leads to the server under test; without one it fails as on a lost connection. */
class RoutedWebSocket extends NativeWebSocket {
  constructor(address: string | URL, protocols?: string | string[]) {
    const { pathname, search } = new URL(address);
    const isCut = cut !== undefined && pathname.includes(cut);
    const server = isCut || backend === undefined ? 'http://127.0.0.1:1' : backend;
    super(server.replace(/^http/, 'ws') + pathname + search, protocols);
  }
}

/** Sends what the page asks of its own origin to the server under test, the translation files from their folder. */
export function routeFetch(): void {
  if (nativeFetch.name === trackedFetch.name) {
    throw new Error('an earlier file reset the modules: list it as isolated in vitest.config.ts');
  }
  globalThis.fetch = trackedFetch;
  globalThis.WebSocket = RoutedWebSocket;
}
