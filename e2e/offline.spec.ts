import type { Page } from '@playwright/test';
import english from '../apps/web/public/locales/en/offline.json' with { type: 'json' };
import thai from '../apps/web/public/locales/th/offline.json' with { type: 'json' };
import { expectAccessible } from './support/accessibility.ts';
import {
  call,
  headersFor,
  newMember,
  sessionKey,
  sessionOf,
  startSession,
  tokenOf,
} from './support/accounts.ts';
import { expect, isWholeSuite, test } from './support/fixtures.ts';
import type { Credentials, RunningSite } from './support/site.ts';
import { textIn } from './support/texts.ts';

const texts = { en: english, th: thai };

/** A booking of THB 6,290 with its receipt. */
async function paidTrip(page: Page, site: RunningSite, member: Credentials): Promise<string> {
  const { request } = page.context();
  const callAs = async (account: Credentials, name: string, data: object) =>
    call(
      request,
      site,
      'POST',
      `/rest/v1/rpc/${name}`,
      data,
      await tokenOf(request, site, account),
    );
  const held = (await callAs(member, 'bkk_hold_booking', {
    p_request_key: crypto.randomUUID(),
    p_flight_id: 'TG110',
    p_passengers: [{ first_name: 'Malai', last_name: 'Jaidee', type: 'adult' }],
    p_email: member.email,
    p_phone: '+66812345678',
    p_notes: null,
  })) as { readonly booking_id: string; readonly reference: string };
  const of = { p_booking_id: held.booking_id };
  await callAs(site.admin, 'bkk_admin_price_booking', {
    ...of,
    p_version: 1,
    p_lines: [{ label: 'Adult fare', type: 'adult', count: 1, price_satang: 629_000 }],
    p_total_satang: 629_000,
  });
  const headers = await headersFor(request, site, await tokenOf(request, site, site.admin));
  const address = `${site.url}/rest/v1/bkk_bookings?select=version&booking_id=eq.${held.booking_id}`;
  const rows = (await (await request.get(address, { headers })).json()) as { version: number }[];
  await callAs(site.admin, 'bkk_admin_record_payment', {
    ...of,
    p_version: rows[0]?.version,
    p_amount_satang: 629_000,
    p_received_at: new Date().toISOString(),
    p_bank_reference: '2612-0098',
    p_note: null,
    p_idempotency_key: crypto.randomUUID(),
  });
  return held.reference;
}

/** The paths that the browser has saved, by cache. */
const savedPaths = (page: Page): Promise<Record<string, string[]>> =>
  page.evaluate(async () => {
    const entries = (await caches.keys()).map(async (name) => {
      const requests = await (await caches.open(name)).keys();
      return [name, requests.map(({ url }) => new URL(url).pathname)] as const;
    });
    return Object.fromEntries(await Promise.all(entries));
  });

const allPaths = async (page: Page) => Object.values(await savedPaths(page)).flat();

/** Opens the dashboard and waits until a path is saved and the worker shows pages. */
async function save(page: Page, path: string | RegExp): Promise<void> {
  await page.goto('/dashboard');
  await expect
    .poll(async () => (await allPaths(page)).some((one) => one === path || one.search(path) === 0))
    .toBe(true);
  await page.evaluate(() => navigator.serviceWorker.ready);
}

for (const language of isWholeSuite ? (['en', 'th'] as const) : (['th'] as const)) {
  const text = texts[language];
  const t = textIn(language);
  const heading = (page: Page) => page.getByRole('heading', { level: 1 });
  const bookingPath = (reference: string) => `/dashboard/bookings/${reference}`;

  test.describe(`in ${language}`, () => {
    test.use({
      features: 'all',
      locale: language === 'th' ? 'th-TH' : 'en-GB',
      viewport: { width: 390, height: 844 },
    });

    test('a trip and a receipt are read without a network, with the time of saving, until their member signs out', async ({
      context,
      site,
    }) => {
      test.slow();
      // Outside the `page` fixture: failing requests are console errors here by intention.
      const page = await context.newPage();
      const member = await newMember(context.request, site, 'traveller', language);
      const reference = await paidTrip(page, site, member);
      await startSession(page, site, member);
      await save(page, /^\/offline\/receipts\//);
      await expect.poll(() => allPaths(page)).toContain(bookingPath(reference));
      await expect(page.locator('link[rel=manifest]')).toHaveAttribute(
        'href',
        `/manifest-${language}.webmanifest`,
      );
      const manifest = await context.request.get(`${site.url}/manifest-${language}.webmanifest`);
      expect(manifest.headers()['content-type']).toContain('application/manifest+json');
      expect(await manifest.json()).toMatchObject({ lang: language, start_url: '/', scope: '/' });
      // Nothing but trips, receipts and the files that they need.
      const unexpected = (await allPaths(page)).filter(
        (path) => !/^\/(offline\/|dashboard\/bookings\/BKK-)/.test(path),
      );
      expect(unexpected).toEqual([]);

      await context.setOffline(true);
      const trip = await page.goto(bookingPath(reference), { waitUntil: 'load' });
      expect(trip?.headers()['content-security-policy']).toContain("default-src 'none'");
      await expect(page.getByText(reference)).toBeVisible();
      await expect(page.getByText('JAIDEE')).toBeVisible();
      const savedAt = new RegExp(
        text.saved.replace('{{time}}', '.*\\d\\d:\\d\\d.*').replace(/[()]/g, '.'),
      );
      await expect(page.getByText(savedAt)).toBeVisible();
      expect(await page.locator('script, form, button, input').count()).toBe(0);
      await expectAccessible(page, [360, 1440]);

      // The page of the slip, and those of admins, are not saved.
      for (const path of ['/admin/users', `/booking/${reference}/pay`, '/']) {
        await page.goto(path, { waitUntil: 'load' });
        await expect(heading(page)).toHaveText(text.title);
      }
      await expect(page.getByRole('link', { name: reference })).toHaveAttribute(
        'href',
        bookingPath(reference),
      );
      const receipt = page.getByRole('link', { name: /RT\d{4}-\d{6}/ });
      await expect(receipt).toContainText(/\d\d:\d\d/);
      const path = (await receipt.getAttribute('href')) ?? '';
      const start = await page.evaluate(
        async (of) => (await (await caches.match(of))?.text())?.slice(0, 5),
        path,
      );
      expect(start).toBe('%PDF-');
      await expectAccessible(page, [360, 1440]);

      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto('/about', { waitUntil: 'load' });
      await context.setOffline(false);
      // The worker may hear of the network a moment later than the page.
      const retry = page.getByRole('link', { name: t('action.tryAgain') });
      await expect(async () => {
        if (await retry.isVisible()) await retry.click();
        await page.locator('html[data-hydrated]').waitFor({ state: 'attached', timeout: 10_000 });
      }).toPass();
      await expect(page).toHaveURL('/about');
      await page.getByRole('button', { name: t('nav.openMenu') }).click();
      await page.getByRole('button', { name: t('nav.logOut') }).click();
      await expect(page.getByText(t('toast.signedOut')).first()).toBeVisible();
      await expect
        .poll(async () => Object.keys(await savedPaths(page)))
        .toEqual(['bkksiam-offline']);
      await context.setOffline(true);
      await page.goto(bookingPath(reference), { waitUntil: 'load' });
      await expect(heading(page)).toHaveText(text.title);
      await expect(page.getByText(text.nothing)).toBeVisible();
      expect(await page.content()).not.toContain(reference);
    });
  });
}

test.describe('what is saved of a member', () => {
  test.use({ features: 'all' });

  test('goes when another one signs in, and when the server no longer knows the session', async ({
    context,
    site,
  }) => {
    test.slow();
    // Outside the `page` fixture: the refused session is a console error by intention.
    const page = await context.newPage();
    const [first, second] = [
      await newMember(context.request, site, 'first', 'en'),
      await newMember(context.request, site, 'second', 'en'),
    ];
    const reference = await paidTrip(page, site, first);
    await startSession(page, site, first);
    await save(page, `/dashboard/bookings/${reference}`);

    const session = await sessionOf(context.request, site, second);
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
      sessionKey,
      JSON.stringify(session),
    ] as const);
    await page.goto('/about');
    await expect.poll(() => allPaths(page)).not.toContain(`/dashboard/bookings/${reference}`);
    const own = `bkksiam-offline-${session.user.id}`;
    await page.goto('/dashboard');
    await expect.poll(async () => Object.keys(await savedPaths(page))).toContain(own);

    await call(context.request, site, 'POST', '/auth/v1/logout', {}, session.access_token);
    await page.goto('/about');
    await expect.poll(async () => Object.keys(await savedPaths(page))).toEqual(['bkksiam-offline']);
  });
});

test('without the feature what it has left in a browser is removed', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/service-worker.js', { scope: '/' });
    await navigator.serviceWorker.register('/push-worker.js', { scope: '/push-worker/' });
    await (await caches.open('bkksiam-offline-6f')).put('/dashboard', new Response('a trip'));
    await (await caches.open('another')).put('/a', new Response('of no feature'));
  });
  await page.goto('/about');
  const scopes = () =>
    page.evaluate(async () =>
      (await navigator.serviceWorker.getRegistrations()).map(
        ({ scope }) => new URL(scope).pathname,
      ),
    );
  await expect.poll(scopes).toEqual(['/push-worker/']);
  await expect.poll(() => savedPaths(page)).toEqual({ another: ['/a'] });
  await expect(page.locator('link[rel=manifest]')).toHaveAttribute('href', '/site.webmanifest');
});
