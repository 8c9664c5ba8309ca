import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newMember, signIn } from './support/accounts.ts';
import { expect, test } from './support/fixtures.ts';
import type { Site } from './support/site.ts';
import { textIn } from './support/texts.ts';

const stored = 'bkksiam-auth';

/** The same token, issued so long ago that it expired some seconds ago. */
async function expired({ dataDir }: Site, token: string, secondsAgo: number): Promise<string> {
  const secret = (await readFile(join(dataDir, 'jwt-secret'), 'utf8')).trim();
  const [header = '', payload = ''] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { iat: number };
  const exp = Math.floor(Date.now() / 1000) - secondsAgo;
  const aged = JSON.stringify({ ...claims, iat: exp - 3600, exp });
  const body = `${header}.${Buffer.from(aged).toString('base64url')}`;
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`;
}

for (const [clock, shiftMinutes, secondsAgo] of [
  ['three minutes slow', -3, 60],
  ['three minutes fast', 3, 60],
  ['three minutes fast, before expiry', 3, -120],
] as const) {
  test(`a member stays signed in over the expiry of the token on a device ${clock}`, async ({
    page,
    context,
    request,
    site,
  }, { testId }) => {
    const t = textIn('en');
    await signIn(page, t, await newMember(request, site, `clock-${testId}`, 'en'));
    const session = await page.evaluate((key) => localStorage.getItem(key) ?? '', stored);
    await page.goto('about:blank');
    const { access_token: token, ...rest } = JSON.parse(session) as { access_token: string };
    const old = await expired(site, token, secondsAgo);
    const expiresAt = Math.floor(Date.now() / 1000) - secondsAgo;
    const aged = JSON.stringify({ ...rest, access_token: old, expires_at: expiresAt });

    // Outside the `page` fixture: the 401 answers are console errors.
    const device = await context.newPage();
    await device.addInitScript((shiftMs) => {
      const now = Date.now;
      Date.now = () => now() + shiftMs;
    }, shiftMinutes * 60_000);
    await device.goto('/about');
    await device.evaluate(([key, value]) => localStorage.setItem(key, value), [
      stored,
      aged,
    ] as const);
    await device.goto('/dashboard');
    await expect(device.getByRole('heading', { level: 1 })).toContainText('Malai');
    const current = () =>
      device.evaluate(
        (key) =>
          (JSON.parse(localStorage.getItem(key) ?? '{}') as { access_token?: string })
            .access_token ?? '',
        stored,
      );
    await expect.poll(current).not.toBe(old);
    expect(await current()).not.toBe('');

    // A check that is asked for while another is in progress is skipped.
    await expect(async () => {
      const checked = device.waitForResponse('**/auth/v1/user', { timeout: 2000 });
      await device.evaluate(() => window.dispatchEvent(new Event('focus')));
      expect((await checked).status()).toBe(200);
    }).toPass();
    await device.getByRole('link', { name: t('nav.bookings'), exact: true }).click();
    await expect(device).toHaveURL('/dashboard/bookings');
    await expect(device.getByText(t('toast.signedOut'))).toHaveCount(0);
  });
}
