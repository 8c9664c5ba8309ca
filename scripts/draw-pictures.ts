// `npm run draw`: renders the PNG files from the site's drawings: the social card and the icons of the installed site.
// They are committed, so it runs only when a drawing changes.
import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { launchBrowser } from '../e2e/support/browser.ts';

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const site = (path: string) => at(`apps/web/${path}`);

async function dataUrl(path: string, type: string): Promise<string> {
  return `data:${type};base64,${(await readFile(path)).toString('base64')}`;
}

async function fontFace(subset: string): Promise<string> {
  const file = at(
    `node_modules/@fontsource-variable/anuphan/files/anuphan-${subset}-wght-normal.woff2`,
  );
  return `@font-face{font-family:Anuphan;font-weight:100 700;src:url(${await dataUrl(file, 'font/woff2')})${subset === 'thai' ? ';unicode-range:U+0E01-0E5B' : ''}}`;
}

interface Picture {
  readonly file: string;
  readonly width: number;
  readonly height: number;
  readonly html: string;
  /** Whether the background is transparent. */
  readonly clear?: boolean;
}

/** The social card, 1200 x 630: the river at dusk with the product's name. */
async function socialCard(mark: string): Promise<Picture> {
  const hero = await dataUrl(site('src/drawings/hero.svg'), 'image/svg+xml');
  const fonts = (await Promise.all(['latin', 'thai'].map(fontFace))).join('');
  const html = `<style>${fonts}
    body{margin:0;position:relative;height:630px;overflow:hidden;background:#162147;color:#fbf7f0;font-family:Anuphan}
    .river{position:absolute;left:0;bottom:-34px;width:1328px}
    main{position:absolute;left:72px;top:48px}
    .brand{display:flex;align-items:center;gap:24px;font-size:44px;font-weight:650;letter-spacing:-.022em}
    .brand img{width:72px}
    h1{margin:16px 0 10px;font-size:76px;line-height:1.06;font-weight:600;letter-spacing:-.035em}
    p{margin:0;font-size:36px;line-height:1.5;font-weight:480}
  </style><img class="river" src="${hero}"><main><div class="brand"><img src="${mark}">BKK Siam</div>
  <h1>From the river,<br>to anywhere.</h1><p lang="th">จากสายน้ำ สู่ทุกที่ที่อยากไป</p></main>`;
  return { file: 'social.png', width: 1200, height: 630, html };
}

/** The logo; on a coloured background where the system masks the icon. */
function icon(
  file: string,
  size: number,
  mark: string,
  ground?: { readonly scale: number },
): Picture {
  const width = Math.round(size * (ground?.scale ?? 1));
  const html = `<style>body{margin:0;display:grid;place-items:center;height:${String(size)}px;background:${ground ? '#006d77' : 'transparent'}}</style><img width="${String(width)}" height="${String(width)}" src="${mark}">`;
  return { file, width: size, height: size, html, clear: ground === undefined };
}

async function draw(page: Page, picture: Picture): Promise<void> {
  const { file, width, height, html, clear = false } = picture;
  await page.setViewportSize({ width, height });
  await page.setContent(html);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode()));
  });
  const path = site(`public/${file}`);
  await page.screenshot({ path, omitBackground: clear });
  console.log(`${file}  ${String((await stat(path)).size)} bytes`);
}

const browser = await launchBrowser();
try {
  const page = await browser.newPage();
  const mark = await dataUrl(site('public/favicon.svg'), 'image/svg+xml');
  for (const picture of [
    await socialCard(mark),
    icon('icon-192.png', 192, mark),
    icon('icon-512.png', 512, mark),
    // The safe zone of a maskable icon is a circle of 80 % of its width.
    icon('icon-maskable-512.png', 512, mark, { scale: 0.72 }),
    icon('apple-touch-icon.png', 180, mark, { scale: 0.86 }),
  ]) {
    await draw(page, picture);
  }
} finally {
  await browser.close();
}
