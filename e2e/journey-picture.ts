// `npm run draw:journey`: the picture of the README, four screens of a phone in Thai, from a site with every feature and the
// examples of the demo.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addExamples } from '../scripts/demo/examples.ts';
import { pages } from '../apps/web/src/pages.ts';
import { startSession } from './support/accounts.ts';
import { launchBrowser } from './support/browser.ts';
import { hydrated, waitForHydration } from './support/hydration.ts';
import { startSite } from './support/site.ts';

const output = fileURLToPath(new URL('../docs/pictures/journey.jpg', import.meta.url));
const [width, height, gap] = [420, 909, 16];

const site = await startSite({ FEATURES: 'all' });
const browser = await launchBrowser();
try {
  await addExamples(site.url, await readFile(join(site.dataDir, 'credentials.txt'), 'utf8'));
  const day = (days: number) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
  const addresses = [
    '/',
    `/results?trip=BKK-CNX-${day(22)}-${day(26)}_1-0-0_economy`,
    pages.memberBooking.href('BKK-R2W7FEB9'),
    pages.pay.href('00000000-0000-4000-8003-000000000107'),
  ];
  const context = await browser.newContext({
    baseURL: site.url,
    locale: 'th-TH',
    timezoneId: 'Asia/Bangkok',
    viewport: { width, height },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  waitForHydration(page);
  await startSession(page, site, site.member);
  const screens: string[] = [];
  for (const address of addresses) {
    await page.goto(address);
    await hydrated(page);
    await page.waitForLoadState('networkidle').catch(() => undefined);
    const picture = await page.screenshot();
    screens.push(`<img src="data:image/png;base64,${picture.toString('base64')}">`);
  }
  await context.close();
  const all = addresses.length * (width + gap) - gap;
  const sheet = await browser.newPage({ viewport: { width: all, height } });
  await sheet.setContent(
    `<body style="display: flex; gap: ${gap}px; margin: 0">${screens.join('')}</body>`,
  );
  await sheet.screenshot({ path: output, type: 'jpeg', quality: 80 });
} finally {
  await browser.close();
  await site.stop();
}
