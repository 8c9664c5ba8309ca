import type { Page } from '@playwright/test';
import english from '../apps/web/public/locales/en/notifications.json' with { type: 'json' };
import thai from '../apps/web/public/locales/th/notifications.json' with { type: 'json' };
import { expectAccessible } from './support/accessibility.ts';
import { newMember, startSession } from './support/accounts.ts';
import { launchOptions } from './support/browser.ts';
import { expect, languagesInTest, test } from './support/fixtures.ts';

const texts = { en: english, th: thai };

/** Delivers a push message to the worker of the page, without the push service of the browser's maker. */
async function deliverPush(page: Page, origin: string, data: object): Promise<void> {
  // A push to a worker that is still being installed is lost. Browsers refuse to subscribe it; the stub does not.
  const state = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration('/');
      return registration?.active?.state;
    });
  await expect.poll(state).toBe('activated');
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const kept = registrations.find(
        ({ scopeURL, isDeleted }) => new URL(scopeURL).pathname === '/' && !isDeleted,
      );
      if (kept !== undefined) resolve(kept.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  await session.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId,
    data: JSON.stringify(data),
  });
  await session.detach();
}

/** Subscribes without the push service of the browser's maker, which no journey may ask. */
function stubSubscription(): void {
  const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) };
  const endpoint = 'http://127.0.0.1:1/push';
  let subscription: object | null = null;
  const unsubscribe = () => {
    subscription = null;
    return Promise.resolve(true);
  };
  PushManager.prototype.getSubscription = () =>
    Promise.resolve(subscription as PushSubscription | null);
  PushManager.prototype.subscribe = () => {
    subscription = { endpoint, unsubscribe, toJSON: () => ({ endpoint, keys }) };
    return Promise.resolve(subscription as PushSubscription);
  };
}

// The headless shell has no pushes.
test.use({ features: 'all', launchOptions: launchOptions('whole') });

for (const language of languagesInTest('th')) {
  const text = texts[language];

  test.describe(`in ${language}`, () => {
    test.use({
      locale: language === 'th' ? 'th-TH' : 'en-GB',
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      permissions: ['notifications'],
    });

    test('the browser shows pushes once it was asked for by a press', async ({
      page,
      request: api,
      site,
    }) => {
      await page.addInitScript(stubSubscription);
      const member = await newMember(api, site, 'pushed', language);
      await startSession(page, site, member);
      await page.goto('/about');
      await page.getByRole('button', { name: text.title, exact: true }).tap();
      const panel = page.getByRole('dialog');
      await panel.getByRole('button', { name: text.settings.title }).tap();
      await panel.getByRole('button', { name: text.push.turnOn, exact: true }).tap();
      await expect(panel.getByRole('button', { name: text.push.turnOff })).toBeVisible();
      await expect(
        panel.getByRole('checkbox', { name: text.settings.channel.push }).first(),
      ).toBeChecked();
      await expectAccessible(page, [360, 1440]);

      const worker = await api.get(`${site.url}/push-worker.js`);
      expect(worker.headers()['content-type']).toContain('javascript');
      expect(worker.headers()['cache-control']).toBe('public, max-age=0, must-revalidate');
      const { title, text: body } = text.event.request.offer_sent;
      const shown = () =>
        page.evaluate(async () => {
          const registration = await navigator.serviceWorker.getRegistration('/');
          const notifications = (await registration?.getNotifications()) ?? [];
          return notifications.map((one) => [one.title, one.body, one.tag, one.data as unknown]);
        });
      // The browser drops a push whose worker it cannot start in time; another one of its tag takes its place.
      await expect(async () => {
        await deliverPush(page, site.url, { title, body, url: '/dashboard', tag: 'one' });
        await expect
          .poll(shown, { timeout: 4_000 })
          .toEqual([[title, body, 'one', { url: '/dashboard' }]]);
      }).toPass({ timeout: 40_000 });

      await panel.getByRole('button', { name: text.push.turnOff }).tap();
      await expect(panel.getByRole('button', { name: text.push.turnOn })).toBeVisible();
    });
  });
}
