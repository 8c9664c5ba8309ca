import { newMember, sessionKey, sessionOf, signToken } from './support/accounts.ts';
import { expect, isWholeSuite, test } from './support/fixtures.ts';
import type { RunningSite } from './support/site.ts';
import { textIn } from './support/texts.ts';

/** The same token, issued so long ago that it expired some seconds ago. */
function expired(site: RunningSite, token: string, secondsAgo: number): Promise<string> {
  const [, payload = ''] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  const exp = Math.floor(Date.now() / 1000) - secondsAgo;
  return signToken(site, { ...claims, iat: exp - 3600, exp });
}

const clocks = [
  ['three minutes slow', -3, 60],
  ['three minutes fast', 3, 60],
  ['three minutes fast, before expiry', 3, -120],
] as const;

// The tests of the session have clocks that are slow and fast, in jsdom.
for (const [clock, shiftMinutes, secondsAgo] of isWholeSuite ? clocks : clocks.slice(-1)) {
  test(`a member stays signed in over the expiry of the token on a device ${clock}`, async ({
    context,
    request,
    site,
  }) => {
    const t = textIn('en');
    const session = await sessionOf(request, site, await newMember(request, site, 'clock', 'en'));
    const old = await expired(site, session.access_token, secondsAgo);
    const expiresAt = Math.floor(Date.now() / 1000) - secondsAgo;
    const aged = JSON.stringify({ ...session, access_token: old, expires_at: expiresAt });

    // Outside the `page` fixture: the 401 answers are console errors.
    const device = await context.newPage();
    await device.addInitScript((shiftMs) => {
      const now = Date.now;
      Date.now = () => now() + shiftMs;
    }, shiftMinutes * 60_000);
    await device.goto('/about');
    await device.evaluate(([key, value]) => localStorage.setItem(key, value), [
      sessionKey,
      aged,
    ] as const);
    await device.goto('/dashboard');
    await expect(device.getByRole('heading', { level: 1 })).toContainText('Malai');
    const current = () =>
      device.evaluate(
        (key) =>
          (JSON.parse(localStorage.getItem(key) ?? '{}') as { access_token?: string })
            .access_token ?? '',
        sessionKey,
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
