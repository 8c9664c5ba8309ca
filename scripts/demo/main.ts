// `npm run demo`: the site with every feature and example states, in a data folder of its own.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { addExamples } from './examples.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = resolve(root, process.env.DATA_DIR ?? 'data/demo');
const port = process.env.PORT ?? '3000';
const site = process.env.SITE_URL ?? `http://localhost:${port}`;
const local = `http://localhost:${port}`;

mkdirSync(folder, { recursive: true });
Object.assign(process.env, {
  FEATURES: 'all',
  SEED: 'demo',
  DATA_DIR: folder,
  PORT: port,
  SITE_URL: site,
});

/** A day that demo flights have, as the address of a search writes it. */
const dayIn = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');

const links = [
  ['/', 'the site, in English and Thai'],
  [`/results?trip=BKK-CNX-${dayIn(22)}-${dayIn(26)}_1-0-0_economy`, 'flights with own seats'],
  ['/store', 'the shop'],
  ['/dashboard', 'a member: nattaya@bkksiam.example'],
  ['/admin', 'the agency: the admin account above'],
  ['/admin/orders', 'orders to pack, send and take back'],
] as const;

/** Resolves once the server answers; it says itself why it cannot. */
async function ready(): Promise<void> {
  for (;;) {
    const answer = await fetch(`${local}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await wait(200);
  }
}

await import('../start.mjs');
await ready();

const credentials = readFileSync(join(folder, 'credentials.txt'), 'utf8');
const marker = join(folder, 'examples-added');
if (!existsSync(marker)) {
  await addExamples(local, credentials);
  writeFileSync(marker, '');
}
console.log(`\nAccounts, with their passwords:\n${credentials.trimEnd()}\n\nHave a look:`);
for (const [index, [path, text]] of links.entries())
  console.log(`  ${index + 1}  ${(site + path).padEnd(68)} ${text}`);
