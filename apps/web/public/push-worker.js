// Shows the push messages of the product and opens their page. It handles no requests of pages: nothing is cached.

// Not in the translation files: the worker has no page, which would load them.
const untold = navigator.language.startsWith('th')
  ? 'มีข่าวใหม่ถึงคุณ แตะเพื่อเปิดอ่าน'
  : 'There is news for you. Open the site to read it.';

/** The message of a push. Browsers demand a notification for a push without one too, and developer tools send plain text. */
function messageOf(text) {
  const message = { title: 'BKK Siam', body: untold, url: '/dashboard' };
  try {
    const { title, body, url, tag } = JSON.parse(text) ?? {};
    return typeof title === 'string' ? { title, body, url, tag } : message;
  } catch {
    return text.trim() === '' ? message : { ...message, body: text };
  }
}

self.addEventListener('push', (event) => {
  const { title, body, url, tag } = messageOf(event.data?.text() ?? '');
  const icon = '/icon-192.png';
  event.waitUntil(self.registration.showNotification(title, { body, tag, icon, data: { url } }));
});

/** The address of a page of this site; any other leads to the home page. */
function addressOf(path) {
  const { origin } = self.location;
  try {
    const url = new URL(path ?? '/', origin);
    if (url.origin === origin) return url.href;
  } catch {
    // No address.
  }
  return `${origin}/`;
}

/** Opens a page in the tab that has it, else in a new one. */
async function open(path) {
  const address = addressOf(path);
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const tab = tabs.find(({ url }) => url === address);
  await (tab === undefined ? self.clients.openWindow(address) : tab.focus());
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.url));
});
