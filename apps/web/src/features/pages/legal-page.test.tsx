import { act, screen, waitFor, within } from '@testing-library/react';
import i18next from 'i18next';
import type { Feature } from '@bkksiam/domain/features';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import englishPrivacy from '../../../public/locales/en/privacy.json';
import englishTerms from '../../../public/locales/en/terms.json';
import thaiPrivacy from '../../../public/locales/th/privacy.json';
import thaiTerms from '../../../public/locales/th/terms.json';
import { provideSettings, settings } from '#platform/env.ts';
import { withBackend } from '#testing/backend.ts';
import { takeConsoleErrors } from '#testing/console-errors.ts';
import { renderApp } from '#testing/render-app.tsx';
import { documentWith, readLegalDocument } from './legal-page.tsx';
import { wholeWords } from './whole-words.ts';

withBackend();

const cases = [
  ['/terms', 'en', englishTerms, 'Last updated 25 Nov 2026 · Version 1.0'],
  ['/terms', 'th', thaiTerms, 'ปรับปรุงล่าสุด 25 พ.ย. 2569 · ฉบับที่ 1.0'],
  ['/privacy', 'en', englishPrivacy, 'Last updated 25 Nov 2026 · Version 1.0'],
  ['/privacy', 'th', thaiPrivacy, 'ปรับปรุงล่าสุด 25 พ.ย. 2569 · ฉบับที่ 1.0'],
] as const;

async function page(title: string) {
  const main = within(await screen.findByRole('main'));
  await main.findByRole('heading', { level: 1, name: title });
  await main.findByRole('navigation');
  return main;
}

describe.each(cases)('%s in %s', (path, language, stored, version) => {
  it('shows its version, in the calendar of the language', async () => {
    await renderApp({ path, language });
    const main = await page(stored.title);
    const day = main.getByText((_text, element) => element?.tagName === 'TIME');
    expect(day.getAttribute('datetime')).toBe('2026-11-25');
    expect(day.parentElement?.textContent).toBe(version);
  });

  it('has a summary and every section of its file, in order, each under a heading of its own', async () => {
    await renderApp({ path, language });
    const main = await page(stored.title);
    const headings = main.getAllByRole('heading', { level: 2 }).map((title) => title.textContent);
    expect(headings).toEqual([
      stored.summaryBox.title,
      ...stored.sections.map(({ title }) => title),
    ]);
    const summary = main.getByRole('region', { name: stored.summaryBox.title });
    expect(within(summary).getAllByRole('listitem').length).toBeGreaterThan(3);
    expect(main.queryByText(/\*\*|\]\(/)).toBeNull();
  });

  it('leads to each section by an address that can be shared', async () => {
    await renderApp({ path, language });
    const main = await page(stored.title);
    const contents = main.getByRole('navigation', { name: stored.tocTitle });
    const links = within(contents).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
      stored.sections.map(({ id, title }) => [title, `${path}#${id}`]),
    );
    for (const { id } of stored.sections) expect(document.getElementById(id)).not.toBeNull();
  });
});

describe.each(cases)('%s in %s with features', (_path, _language, stored) => {
  const plain = readLegalDocument(stored);
  const contents = (document = plain) =>
    [document?.summaryBox, ...(document?.sections ?? [])].map((part) => part?.content ?? '');

  it('replaces each passage that a feature makes untrue, and only those of features that are on', () => {
    for (const [feature, changes] of Object.entries(stored.withFeatures.changes)) {
      const changed = contents(plain && documentWith(plain, [feature as Feature]));
      for (const { from, to } of changes) {
        expect(contents().filter((content) => content.includes(from))).toHaveLength(1);
        expect(changed.filter((content) => content.includes(to))).toHaveLength(1);
      }
    }
  });

  it('has a version and a date of its own, and is as it is without features', () => {
    expect(plain && documentWith(plain, [])).toBe(plain);
    expect(plain && documentWith(plain, ['bookings'])).toMatchObject({
      version: '1.1',
      lastUpdated: '2026-11-27',
    });
  });
});

it('shows the document of the features that are on', async () => {
  provideSettings({ ...settings(), features: ['bookings', 'flights'] });
  onTestFinished(() => provideSettings({ ...settings(), features: [] }));
  await renderApp({ path: '/terms' });
  const main = await page('Terms of Service');
  expect(main.getByText(/Version 1\.1/)).toBeTruthy();
  expect(main.queryByText(/demonstration|in the browser you made it with/)).toBeNull();
});

describe('a legal document', () => {
  const scrolled: string[] = [];
  const scrollIntoView = () =>
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      scrolled.push(this.id);
    });
  afterEach(() => void scrolled.splice(0));

  it('goes to the section chosen, which has the focus and is in the address', async () => {
    const { user, router } = await renderApp({ path: '/terms' });
    const main = await page('Terms of Service');
    scrollIntoView();
    await user.click(main.getByRole('link', { name: 'Booking holds' }));
    await waitFor(() => expect(router.state.location.hash).toBe('#booking-holds'));
    expect(document.activeElement?.textContent).toBe('Booking holds');
    await waitFor(() => expect(scrolled).toContain('booking-holds'));
  });

  it('opens at the section its address names', async () => {
    scrollIntoView();
    await renderApp({ path: '/privacy#your-rights' });
    await page('Privacy Policy');
    await waitFor(() => expect(scrolled).toContain('your-rights'));
  });

  it('opens at its top where the fragment has a broken percent-encoding', async () => {
    const scrollTo = vi.spyOn(window, 'scrollTo');
    await renderApp({ path: '/terms#%zz' });
    await page('Terms of Service');
    expect(scrollTo).toHaveBeenLastCalledWith(0, 0);
    // The router's warning, in its development build only.
    expect(takeConsoleErrors().join()).not.toContain('URIError');
  });

  it('opens at its top, also on the way back, and scrolls smoothly only while it is there', async () => {
    const { user, router } = await renderApp({ path: '/terms' });
    await page('Terms of Service');
    const classes = document.documentElement.classList;
    expect(classes.contains('scrolls-smoothly')).toBe(true);
    await user.click(within(screen.getByRole('contentinfo')).getByRole('link', { name: 'Home' }));
    await waitFor(() => expect(document.title).toContain('Flights'));
    expect(classes.contains('scrolls-smoothly')).toBe(false);
    const scrollTo = vi.spyOn(window, 'scrollTo');
    await act(() => router.navigate(-1));
    await page('Terms of Service');
    expect(scrollTo).toHaveBeenLastCalledWith(0, 0);
  });

  it('has a bar of contents that opens, and closes with the choice', async () => {
    const { user } = await renderApp({ path: '/terms' });
    const main = await page('Terms of Service');
    const opener = main.getByRole('button', { name: /^Contents/ });
    expect(opener.getAttribute('aria-expanded')).toBe('false');
    await user.click(opener);
    expect(opener.getAttribute('aria-expanded')).toBe('true');
    await user.click(main.getByRole('link', { name: 'Deposits and payment slips' }));
    expect(opener.getAttribute('aria-expanded')).toBe('false');
  });

  it('keeps its section when the language changes', async () => {
    const { user, router } = await renderApp({ path: '/terms#refunds' });
    await page('Terms of Service');
    await user.click(screen.getByRole('button', { name: 'ไทย' }));
    await page('ข้อกำหนดการใช้งาน');
    expect(router.state.location.hash).toBe('#refunds');
  });

  it('leads from one to the other without leaving the site, and to mail', async () => {
    const { user } = await renderApp({ path: '/terms' });
    const main = await page('Terms of Service');
    const mail = main.getByRole('link', { name: 'hello@bkksiam.example' });
    expect(mail.getAttribute('href')).toBe('mailto:hello@bkksiam.example');
    await user.click(main.getByRole('link', { name: 'Privacy Policy' }));
    await page('Privacy Policy');
  });

  it('shows an error for an invalid document, and retries', async () => {
    const { user, router } = await renderApp({ path: '/nowhere' });
    const main = within(await screen.findByRole('main'));
    await main.findByRole('heading', { level: 1 });
    i18next.removeResourceBundle('en', 'privacy');
    i18next.addResourceBundle('en', 'privacy', { title: 'damaged' });
    await act(() => router.navigate('/privacy'));
    const alert = await main.findByRole('alert');
    expect(alert.textContent).toContain('The document could not be loaded.');
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    await page('Privacy Policy');
    expect(main.queryByRole('alert')).toBeNull();
  });
});

it('keeps hyphenated words, years and sections of laws on one line', () => {
  const text =
    'An e-mail after a sign-in (sections 28 and 29, section 24 (3) of the Act B.E. 2562)';
  const whole = text.split(wholeWords).filter((_, index) => index % 2 === 1);
  expect(whole).toEqual(['e-mail', 'sign-in', 'sections 28', 'section 24 (3)', 'B.E. 2562']);
});

describe.each([
  ['terms', englishTerms, thaiTerms],
  ['privacy', englishPrivacy, thaiPrivacy],
] as const)('the %s in the translation files', (_name, english, thai) => {
  it('are whole documents of ten to fourteen sections in both languages', () => {
    for (const stored of [english, thai]) {
      const legal = readLegalDocument(stored);
      expect(legal).toEqual(stored);
      expect(stored.sections.length).toBeGreaterThanOrEqual(10);
      expect(stored.sections.length).toBeLessThanOrEqual(14);
      const ids = stored.sections.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const id of ids) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
    }
    expect(thai.lastUpdated).toBe(english.lastUpdated);
    expect(thai.version).toBe(english.version);
  });
});
