import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium, type Browser } from '@playwright/test';

const debianChromium = '/usr/bin/chromium';
/** The local font of the fallback faces (`styles/fonts.css`); Debian's chromium only recommends it. */
const debianFont = '/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf';

/** What Chromium needs to run as root, without a display and without requests to other hosts. */
export const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

function run(command: string, args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
}

/**
 * Path of the Chromium to drive: Debian's, installed with a font on the way where that is allowed, else undefined for
 * Playwright's own, which is fetched if missing.
 */
export function findBrowser(): string | undefined {
  const isComplete = existsSync(debianChromium) && existsSync(debianFont);
  if (!isComplete && existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    const packages = ['chromium', 'fonts-liberation'];
    run('apt-get', ['update', '-qq']);
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages]);
  }
  if (existsSync(debianChromium)) return debianChromium;
  if (!run('npx', ['playwright', 'install', 'chromium'])) {
    throw new Error('no Chromium here: install the package chromium, then run this again');
  }
  return undefined;
}

/** Starts the Chromium to drive, for scripts outside the test runner. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = findBrowser();
  return chromium.launch({
    args: browserArguments,
    ...(executablePath === undefined ? {} : { executablePath }),
  });
}
