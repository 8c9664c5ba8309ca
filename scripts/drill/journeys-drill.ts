import { mkdir } from 'node:fs/promises';
import { stripVTControlCharacters } from 'node:util';
import { launchBrowser } from '../../e2e/support/browser.ts';
import type { Language } from '../../e2e/support/fixtures.ts';
import { startSite } from '../../e2e/support/site.ts';
import type { Drill } from './drill.ts';
import { adminJourneys } from './journeys/admin-journeys.ts';
import { bookingJourneys } from './journeys/booking-journeys.ts';
import { financeJourneys } from './journeys/finance-journeys.ts';
import { flightJourneys } from './journeys/flight-journeys.ts';
import { memberJourneys } from './journeys/member-journeys.ts';
import { paymentJourneys } from './journeys/payment-journeys.ts';
import { productJourneys } from './journeys/product-journeys.ts';
import { requestJourneys } from './journeys/request-journeys.ts';
import { shopJourneys } from './journeys/shop-journeys.ts';
import { supportJourneys } from './journeys/support-journeys.ts';
import { JourneyContext, type Journey, type Variant } from './journeys/context.ts';
import type { Finding } from './journeys/user.ts';

/** Parts of the names of the journeys that run, with commas. */
const wanted = (process.env.JOURNEYS ?? '').split(',');

/** Pictures of the pages on which journeys have ended early. */
const pictures = new URL('../../test-results/journeys/', import.meta.url).pathname;

// Demo data is due soon, so admins come first.
const journeys: readonly Journey[] = [
  ...adminJourneys,
  ...bookingJourneys,
  ...paymentJourneys,
  ...productJourneys,
  ...shopJourneys,
  ...supportJourneys,
  ...requestJourneys,
  ...memberJourneys,
  ...flightJourneys,
  ...financeJourneys,
];

const firstLines = (error: unknown) =>
  stripVTControlCharacters(String(error)).split('\n').slice(0, 4).join(' ');

/** Runs a journey, and prints a row for each of its users with what was found; gives the number of failures. */
async function runJourney(variant: Variant, { name, run }: Journey): Promise<number> {
  const context = await JourneyContext.of(variant);
  const where = `${variant.language} ${variant.isPhone ? '390' : '1440'}`;
  const findings: Finding[] = [];
  try {
    await run(context);
    for (const one of context.users) await one.end();
  } catch (error) {
    findings.push({ step: 'the journey ends', text: firstLines(error), isNote: false });
    for (const [index, { page }] of context.users.entries()) {
      const file = `${name} ${where} ${String(index)}.png`.replaceAll(' ', '-');
      await page.screenshot({ path: `${pictures}${file}` });
    }
  } finally {
    await context.end();
  }
  const rows = context.users.map(({ who, presses, fields, milliseconds }) =>
    [
      name.padEnd(44),
      who.padEnd(7),
      where.padEnd(8),
      String(presses).padStart(4),
      String(fields).padStart(4),
      (milliseconds / 1000).toFixed(1).padStart(6),
    ].join(' '),
  );
  for (const row of rows) console.log(`  ${row}`);
  for (const one of context.users) findings.push(...one.findings);
  for (const { step, text, isNote } of findings) {
    console.log(`    ${isNote ? 'note: ' : ''}${step}: ${text}`);
  }
  return findings.filter(({ isNote }) => !isNote).length;
}

async function runAll(language: Language, isPhone: boolean): Promise<string> {
  await mkdir(pictures, { recursive: true });
  // One admin records what a group pays.
  const site = await startSite({ FEATURES: 'all', APPROVAL_LIMIT_THB: 'off' });
  const browser = await launchBrowser();
  const chosen = journeys.filter(({ name }) => wanted.some((part) => name.includes(part)));
  let failures = 0;
  try {
    const variant: Variant = { browser, site, language, isPhone, seen: new Set() };
    for (const journey of chosen) failures += await runJourney(variant, journey);
  } finally {
    await browser.close();
    await site.stop();
  }
  if (failures > 0) throw new Error(`${String(failures)} failures, listed above`);
  return `${String(chosen.length)} journeys; their users, presses, fields and seconds are above`;
}

export const journeyDrills: readonly Drill[] = (['en', 'th'] as const).flatMap((language) =>
  [true, false].map((isPhone) => ({
    name: `journeys: ${language} on a ${isPhone ? 'phone' : 'laptop'}`,
    run: () => runAll(language, isPhone),
  })),
);
