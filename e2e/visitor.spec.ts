import { brotliCompressSync } from 'node:zlib';
import { expect, languagesInTest, test } from './support/fixtures.ts';
import { textIn } from './support/texts.ts';

const kilobyte = 1000;

for (const language of languagesInTest('th')) {
  const t = textIn(language);

  test.describe(`in ${language}`, () => {
    test.use({ locale: language === 'th' ? 'th-TH' : 'en-GB' });

    test('a visitor sees only public news and no key instead of a text', async ({ page }) => {
      await page.goto('/');
      const news = page.getByRole('region', { name: t('news.title') });
      await expect(news.getByRole('article')).not.toHaveCount(0);
      const text = await page.locator('body').innerText();
      expect(text).not.toMatch(/\b(nav|home|news|footer|toast|action)\.[a-z]\w+/);
      await expect(page).toHaveTitle(`${t('title.home')} | BKK Siam`);
    });

    test('an unknown address says 404 and offers a way home', async ({ page }) => {
      await page.goto('/no/such/page');
      await expect(page.getByRole('heading', { name: '404 - Not Found' })).toBeVisible();
      await page.getByRole('link', { name: t('notFound.home') }).click();
      await expect(page).toHaveURL(/\/$/);
    });

    test('a visitor who asks for the dashboard is sent to sign in, and closing that leads back', async ({
      page,
      site,
    }) => {
      await page.goto('/');
      await page.goto('/dashboard');
      await expect(page.getByRole('dialog', { name: t('signIn.title') })).toBeVisible();
      expect(page.url()).toBe(`${site.url}/login`);
      await page.keyboard.press('Escape');
      await expect(page).toHaveURL(`${site.url}/`);
    });

    test('the search form is on the first screen of a laptop', async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto('/');
      for (const viewport of [
        { width: 1440, height: 780 },
        { width: 1920, height: 940 },
      ]) {
        await page.setViewportSize(viewport);
        const form = await page.locator('form').first().boundingBox();
        expect((form?.y ?? 0) + (form?.height ?? Infinity)).toBeLessThanOrEqual(viewport.height);
      }
      // The longest labels in the narrowest bar that shows all of them.
      await page.setViewportSize({ width: 1024, height: 768 });
      const signUp = page.getByRole('banner').getByRole('link', { name: t('nav.signUp') });
      const box = await signUp.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThanOrEqual(1024 - 40);
      expect(box?.height).toBeLessThanOrEqual(44);
    });
  });
}

test('the first render stays within its budget', async ({ page, site }) => {
  const html = await (await page.request.get('/')).text();
  const files = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)];
  const sizeOf = async (kind: string): Promise<number> => {
    const paths = files.map(([, path]) => path ?? '').filter((path) => path.endsWith(kind));
    expect(paths.length).toBeGreaterThan(0);
    const bodies = await Promise.all(
      paths.map(async (path) => (await page.request.get(site.url + path)).body()),
    );
    return bodies.reduce((sum, body) => sum + brotliCompressSync(body).length, 0);
  };
  // The rest of the code loads after the first paint; the build checks its budget.
  expect(await sizeOf('.js')).toBeLessThanOrEqual(3 * kilobyte);
  expect(await sizeOf('.css')).toBeLessThanOrEqual(10 * kilobyte);
  // With the page's texts and news. One round trip carries a little more than 14 kB.
  expect(brotliCompressSync(html).length).toBeLessThan(16 * kilobyte);
});

for (const [path, language, fonts] of [
  ['/contact', 'en', ['latin']],
  ['/contact', 'th', ['latin', 'thai']],
  // Its goods are named in both languages, and cost baht.
  ['/product/chao-phraya-tote', 'en', ['latin', 'thai']],
] as const) {
  test(`${path} in ${language} preloads the fonts of its own scripts and no others`, async ({
    page,
    site,
  }) => {
    const fontFile = /anuphan-(\w+)-wght/;
    const fetched: string[] = [];
    page.on('request', (request) => {
      const script = fontFile.exec(request.url())?.[1];
      if (script !== undefined) fetched.push(script);
    });
    await page.context().addCookies([{ name: 'bkksiam-language', value: language, url: site.url }]);
    const answer = await page.goto(path, { waitUntil: 'networkidle' });
    const [head = ''] = (await answer?.text())?.split('</head>') ?? [];
    const asked = [...head.matchAll(/<link [^>]*as="font"[^>]*>/g)];
    const inHead = asked.map(([link]) => fontFile.exec(link)?.[1]);
    expect(inHead.toSorted()).toEqual(fonts);
    expect(fetched.toSorted()).toEqual(fonts);
  });
}

test('texts are as wide in the fallback font as in the font of the site', async ({ page }) => {
  await page.goto('/about');
  const ratios = await page.evaluate(async () => {
    const sample = document.createElement('span');
    sample.style.cssText = 'position: absolute; white-space: nowrap; font-size: 100px';
    sample.textContent = 'A travel desk on the river, for travellers across Southeast Asia';
    document.body.append(sample);
    const width = async (family: string, weight: number) => {
      await document.fonts.load(`${String(weight)} 100px '${family}'`);
      sample.style.font = `${String(weight)} 100px '${family}'`;
      return sample.getBoundingClientRect().width;
    };
    const ratio = async (weight: number) =>
      (await width('Anuphan Fallback', weight)) / (await width('Anuphan Variable', weight));
    return [await ratio(400), await ratio(650)];
  });
  for (const ratio of ratios) expect(Math.abs(ratio - 1)).toBeLessThan(0.02);
});

test('assets come precompressed and stay; the page is never cached and allows no inline script', async ({
  request,
}) => {
  const page = await request.get('/');
  expect(page.headers()['cache-control']).toBe('no-store');
  expect(page.headers()['content-security-policy']).toContain("script-src 'self';");
  const script = /type="module"[^>]* src="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  const asset = await request.get(script, { headers: { 'accept-encoding': 'br' } });
  expect(asset.headers()['content-encoding']).toBe('br');
  expect(asset.headers()['cache-control']).toContain('immutable');
});

test('an error nobody caught replaces everything by the error box, as text and for good', async ({
  page,
  site,
}) => {
  const strange = await page.context().newPage();
  await strange.goto(site.url);
  await strange.evaluate(() => {
    setTimeout(() => {
      throw new Error('<b>boom</b>');
    });
  });
  await expect(strange.getByText('Runtime error:')).toBeVisible();
  await expect(strange.getByText('<b>boom</b>')).toBeVisible();
  await expect(strange.getByRole('banner')).toHaveCount(0);
});
