import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium, type Browser, type LaunchOptions } from '@playwright/test';

/** Debian's browsers. The headless shell takes a third less processor time, and has no pushes. */
const debianBrowsers = {
  shell: '/usr/bin/chromium-headless-shell',
  whole: '/usr/bin/chromium',
};
type BrowserKind = keyof typeof debianBrowsers;

/** The local font of the fallback faces (`styles/fonts.css`); Debian's chromium only recommends it. */
const debianFont = '/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf';

/** What Chromium needs to run as root, without a display and without requests to other hosts. */
export const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  // The headless shell would draw wider glyphs than a browser on a screen.
  '--font-render-hinting=none',
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
export function findBrowser(kind: BrowserKind = 'whole'): string | undefined {
  const isComplete = [...Object.values(debianBrowsers), debianFont].every((path) =>
    existsSync(path),
  );
  if (!isComplete && existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    const packages = ['chromium', 'chromium-headless-shell', 'fonts-liberation'];
    run('apt-get', ['update', '-qq']);
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages]);
  }
  const found = [debianBrowsers[kind], debianBrowsers.whole].find((path) => existsSync(path));
  if (found === undefined && !run('npx', ['playwright', 'install', 'chromium'])) {
    throw new Error('no Chromium here: install the package chromium, then run this again');
  }
  return found;
}

/** How Playwright launches the browser of that kind, or that of `CHROMIUM_PATH`. */
export function launchOptions(kind: BrowserKind): LaunchOptions {
  const executablePath = process.env.CHROMIUM_PATH ?? findBrowser(kind);
  if (executablePath !== undefined) return { args: browserArguments, executablePath };
  return { args: browserArguments, ...(kind === 'whole' && { channel: 'chromium' }) };
}

/** Starts the Chromium to drive, for scripts outside the test runner. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch(launchOptions('whole'));
}
