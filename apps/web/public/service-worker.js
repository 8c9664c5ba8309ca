// The service worker of the feature `offline`: shows what the browser has saved where the network fails. It saves nothing
// by itself and serves nothing else from a cache, so that a new build is never held up. Pages write the copies
// (src/platform/offline-copies.ts). It is also the worker of pushes.
importScripts('/push-worker.js');

const prefix = 'bkksiam-offline';
/** The folder of the copies that no page has the address of; itself it is the page for all that is not saved. */
const folder = '/offline/';
/** A saved page is shown if the network takes longer. */
const slowMs = 8000;

self.addEventListener('install', () => {
  self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  // Preloads start with the navigation instead of after the start of the worker.
  const preloads = self.registration.navigationPreload?.enable();
  event.waitUntil(Promise.all([self.clients.claim(), preloads]));
});

/**
 * What is saved under a path: of the member, then of visitors.
 *
 * @param {string} path
 */
async function copyOf(path) {
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix));
  for (const name of names.toSorted((one, other) => other.length - one.length)) {
    const cache = await caches.open(name);
    const copy = await cache.match(path);
    if (copy !== undefined) return copy;
  }
  return undefined;
}

/** @param {{ preloadResponse: Promise<Response | undefined>, request: Request }} event */
async function fromNetwork({ preloadResponse, request }) {
  return (await preloadResponse) ?? fetch(request);
}

/**
 * @param {Parameters<typeof fromNetwork>[0]} event
 * @param {string} path
 * @returns {Promise<Response>}
 */
async function openPage(event, path) {
  const page = fromNetwork(event);
  // A failure before the copy is found is handled below.
  page.catch(() => undefined);
  const copy = await copyOf(path).catch(() => undefined);
  /** @type {Promise<Response>} */
  const slow = new Promise((resolve) => {
    if (copy !== undefined) setTimeout(resolve, slowMs, copy);
  });
  try {
    return await Promise.race([page, slow]);
  } catch {
    return copy ?? (await copyOf(folder)) ?? Response.error();
  }
}

/**
 * @param {{ request: Request }} event
 * @param {string} path
 */
async function openCopy({ request }, path) {
  return (await copyOf(path)) ?? fetch(request);
}

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== self.location.origin) return;
  // A browser warns of a preload that nobody waits for.
  event.waitUntil(Promise.resolve(event.preloadResponse).catch(() => undefined));
  if (pathname.startsWith(folder) && pathname !== folder)
    event.respondWith(openCopy(event, pathname));
  else if (mode === 'navigate') event.respondWith(openPage(event, pathname));
});
