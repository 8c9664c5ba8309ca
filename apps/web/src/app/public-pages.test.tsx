import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { languages } from '@bkksiam/domain/languages';
import { sampleOf } from '@bkksiam/server/testing/variations';
import { withBackend } from '#testing/backend.ts';
import { renderApp } from '#testing/render-app.tsx';
import { textsOf } from '#testing/texts.ts';
import { toastText } from '#testing/toasts.ts';
import { pages, type Page } from '#pages.ts';

withBackend();

const listed = Object.values<Page>(pages).filter(
  ({ description, pattern }) => description !== undefined && !pattern.includes(':'),
);
const isSpecified = ({ pattern }: Page) =>
  listed.some((page) => page.pattern === pattern && page.feature === undefined);
/** Each address once, with the feature that it needs. */
const listedPaths = new Map(
  listed.map((page) => [page.pattern, isSpecified(page) ? undefined : page.feature]),
);
const singaporePrice = { en: 'THB 18,900', th: '฿18,900' };

const headTag = (selector: string) => {
  const element = document.head.querySelector(selector);
  return element?.getAttribute('content') ?? element?.getAttribute('href');
};

describe.each(sampleOf([...listedPaths]))('%s', (path, feature) => {
  it('has one heading, a title and a description of its own in both languages', async () => {
    const { user } = await renderApp({
      path,
      features: feature && feature !== 'any' ? [feature] : [],
    });
    const main = within(await screen.findByRole('main'));
    await main.findByRole('heading', { level: 1 });
    expect(main.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    await waitFor(() => expect(headTag('link[rel=canonical]')).toBe(location.origin + path));
    const english = headTag('meta[name=description]');
    expect(english).toMatch(/^[ -~’]{60,170}$/);
    expect(document.title).toMatch(/^[A-Z][\w ]+ \| BKK Siam$/);
    expect(headTag('meta[property="og:title"]')).toBe(document.title);
    await user.click(screen.getByRole('button', { name: 'ไทย' }));
    await waitFor(() => expect(document.title).toMatch(/^[ก-๙ ]+ \| BKK Siam$/));
    await waitFor(() => expect(headTag('meta[name=description]')).toMatch(/[ก-๙]{5}/));
    expect(headTag('meta[property="og:locale"]')).toBe('th_TH');
    expect(document.head.querySelectorAll('meta[name=description]')).toHaveLength(1);
    expect(document.head.querySelectorAll('link[rel=canonical]')).toHaveLength(1);
  });
});

it('is noindex where it is for one member only, and drops the tags of the previous page', async () => {
  const { user } = await renderApp({ path: '/about' });
  await waitFor(() => expect(headTag('link[rel=canonical]')).toMatch(/\/about$/));
  await user.click(await screen.findByRole('link', { name: 'Sign In' }));
  await waitFor(() => expect(headTag('meta[name=robots]')).toBe('noindex'));
  expect(headTag('link[rel=canonical]')).toBeUndefined();
  expect(headTag('meta[name=description]')).toBeUndefined();
});

describe.each(languages)('in %s', (language) => {
  const t = textsOf(language);

  it('the packages page announces packages with three samples and a link to the contact page', async () => {
    const { user } = await renderApp({ path: '/packages', language });
    const main = within(await screen.findByRole('main'));
    await main.findByRole('heading', { level: 1, name: t('toast.comingSoon') });
    const ids = ['tokyo', 'seoul', 'singapore'] as const;
    const cards = main.getAllByRole('button');
    expect(cards.map((card) => card.textContent)).toEqual(
      ids.map((id) => t(`home.packages.${id}.name`)),
    );
    expect(main.getByText(singaporePrice[language])).toBeTruthy();
    await user.click(cards[2] ?? document.body);
    expect(await toastText()).toContain(t('toast.notImplemented'));
    const subjects = main.getAllByRole<HTMLAnchorElement>('link').map(({ href }) => {
      const { pathname, searchParams } = new URL(href);
      return [pathname, searchParams.get('subject')];
    });
    const names = ids.map((id) => t(`home.packages.${id}.name`));
    expect(subjects).toEqual([
      ['/contact', t('nav.packages')],
      ...names.map((name) => ['/contact', t('pages.packages.subject', { name })]),
    ]);
    await user.click(
      main.getByRole('link', { name: t('pages.packages.ask', { name: names[1] ?? '' }) }),
    );
    const field = await screen.findByRole<HTMLInputElement>('textbox', {
      name: t('pages.contact.subject'),
    });
    expect(field.value).toBe(t('pages.packages.subject', { name: names[1] ?? '' }));
  });

  it('the about page shows mission, vision and team', async () => {
    await renderApp({ path: '/about', language });
    const main = within(await screen.findByRole('main'));
    await main.findByRole('heading', { level: 1 });
    for (const name of ['mission', 'vision', 'team'] as const) {
      expect(main.getByRole('region', { name: t(`pages.about.${name}`) })).toBeTruthy();
    }
    const team = within(main.getByRole('region', { name: t('pages.about.team') }));
    expect(team.getAllByRole('heading', { level: 3 })).toHaveLength(4);
    expect(team.getByRole('heading', { name: t('pages.about.teams.flights.name') })).toBeTruthy();
    expect(main.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      '10',
      '48',
      '2',
    ]);
  });
});
