import { afterEach, expect, it } from 'vitest';
import { provideSettings, settings } from '#platform/env.ts';
import { pages, shownLinks, type Page } from './pages.ts';

const original = settings();
afterEach(() => provideSettings(original));

const ofFeature: Page = { ...pages.about, pattern: '/support', feature: 'support' };
const links = [
  { text: 'nav.about', page: pages.about },
  { text: 'sidebar.support', page: ofFeature },
] as const;

it('a list links to the page of a feature only where the feature is on', () => {
  const addresses = () => shownLinks(links).map(({ to }) => to);
  provideSettings({ ...original, features: ['shop'] });
  expect(addresses()).toEqual(['/about']);
  provideSettings({ ...original, features: ['support'] });
  expect(addresses()).toEqual(['/about', '/support']);
});
