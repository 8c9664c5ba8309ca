// What the browser keeps for reading without a network: documents without scripts, and the files that they need, in a cache
// for visitors and one for each member. Storage that is full or forbidden keeps nothing, silently.
import { productSlug } from '@bkksiam/domain/constants';
import { savedSession } from './supabase.ts';

const prefix = `${productSlug}-offline`;
const worker = '/service-worker.js';

/** The folder of copies without a page of their own; itself the page for all that is not saved. The worker knows it too. */
export const offlineFolder = '/offline/';
const receiptFolder = `${offlineFolder}receipts/`;

/** A saved page. */
export interface OfflineCopy {
  readonly path: string;
  readonly html: string;
}

const cacheName = (userId: string | null) => (userId === null ? prefix : `${prefix}-${userId}`);

/** The member who is signed in in this browser, whatever this tab has heard of it. */
const currentUserId = () => savedSession.read() ?? null;

/** Browsers have caches and workers on secure origins alone. */
const isSupported = () => 'caches' in window && 'serviceWorker' in navigator;

/** Stricter than that of the site: a copy runs nothing and loads nothing but its own files. */
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
};

/** Files of a build, and their copies. */
const builtFile = /\/(?:assets|offline)\/([\w-]+\.[\w.-]+)/g;

/**
 * Saves the files of the build that a text names, and those that its stylesheets name.
 *
 * @param kept the paths of what is saved, which it adds to
 * @returns the text with the addresses of the copies
 */
async function keepFiles(cache: Cache, text: string, kept: Set<string>): Promise<string> {
  for (const [, name = ''] of text.matchAll(builtFile)) {
    const path = offlineFolder + name;
    if (kept.has(path)) continue;
    kept.add(path);
    const saved = await cache.match(path);
    const response = saved ?? (await fetch(`/assets/${name}`));
    if (!response.ok) throw new Error(`${name} is not there`);
    if (name.endsWith('.css')) {
      const css = await keepFiles(cache, await response.text(), kept);
      if (!saved)
        await cache.put(path, new Response(css, { headers: { 'content-type': 'text/css' } }));
    } else if (!saved) await cache.put(path, response);
  }
  return text.replaceAll(builtFile, `${offlineFolder}$1`);
}

async function replace(userId: string | null, copies: readonly OfflineCopy[]): Promise<void> {
  const cache = await caches.open(cacheName(userId));
  const kept = new Set<string>();
  for (const { path, html } of copies) {
    const body = await keepFiles(cache, html, kept);
    await cache.put(path, new Response(body, { headers }));
    kept.add(path);
  }
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    if (!kept.has(pathname) && !pathname.startsWith(receiptFolder)) await cache.delete(request);
  }
  await removeOthersCopies();
}

let last: Promise<unknown> = Promise.resolve();

/** Runs after earlier calls have finished: of two sets of copies the later one stays. */
function inTurn<Result>(run: () => Promise<Result>, fallback: Result): Promise<Result> {
  const result = last.then(run).catch(() => fallback);
  last = result;
  return result;
}

/** Replaces the saved pages of a member, or of visitors, and what belongs to another build. */
export function replaceCopies(
  userId: string | null,
  copies: readonly OfflineCopy[],
): Promise<void> {
  return inTurn(async () => {
    if (isSupported()) await replace(userId, copies);
  }, undefined);
}

/**
 * Saves the files of receipts, and removes others.
 *
 * @param readFile reads one that is not saved yet
 * @returns the numbers of those that are saved, with their paths
 */
export function keepReceipts(
  userId: string,
  numbers: readonly string[],
  readFile: (number: string) => Promise<Blob>,
): Promise<ReadonlyMap<string, string>> {
  const saved = new Map<string, string>();
  return inTurn(async () => {
    if (!isSupported()) return saved;
    const cache = await caches.open(cacheName(userId));
    for (const number of numbers) {
      const path = `${receiptFolder}${number}.pdf`;
      if ((await cache.match(path)) === undefined) {
        await cache.put(path, new Response(await readFile(number)));
      }
      saved.set(number, path);
    }
    const paths = [...saved.values()];
    for (const request of await cache.keys()) {
      const { pathname } = new URL(request.url);
      if (pathname.startsWith(receiptFolder) && !paths.includes(pathname))
        await cache.delete(request);
    }
    await removeOthersCopies();
    return saved;
  }, saved);
}

/** Removes the copies of everybody but the member who is signed in. */
export async function removeOthersCopies(): Promise<void> {
  if (!isSupported()) return;
  const names = await caches.keys();
  const isOthers = (name: string) =>
    name.startsWith(`${prefix}-`) && name !== cacheName(currentUserId());
  await Promise.all(names.filter(isOthers).map((name) => caches.delete(name)));
}

/** Starts the worker, or looks for its newest version. */
export async function startOfflineWorker(): Promise<void> {
  if (isSupported()) await navigator.serviceWorker.register(worker, { scope: '/' });
}

const workerOf = ({ active, waiting, installing }: ServiceWorkerRegistration) =>
  (installing ?? waiting ?? active)?.scriptURL ?? '';

/** Removes what the feature has left in this browser while it was on. Pushes go on with their worker alone. */
export async function removeOffline(): Promise<void> {
  if (!isSupported()) return;
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix));
  await Promise.all(names.map((name) => caches.delete(name)));
  for (const registration of await navigator.serviceWorker.getRegistrations()) {
    if (new URL(workerOf(registration), window.location.href).pathname !== worker) continue;
    const pushes = 'PushManager' in window && (await registration.pushManager.getSubscription());
    if (pushes) await navigator.serviceWorker.register('/push-worker.js', { scope: '/' });
    else await registration.unregister();
  }
}
