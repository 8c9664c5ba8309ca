import { createStaticHandler, matchRoutes } from 'react-router';
import { expect, it } from 'vitest';
import { features } from '@bkksiam/domain/features';
import { pages, type Page } from '#pages.ts';
import { pageHandleOf } from '#platform/page-handle.ts';
import { createRoutes, pagesWith } from './routes.tsx';

const module = 'features/pages/about-page';
const table: readonly Page[] = [
  ...Object.values(pages),
  { pattern: '/support', module, title: 'pages.about.title', feature: 'support' },
];

const matchedWith = (...features: Parameters<typeof pagesWith>[0]) =>
  matchRoutes(createRoutes(pagesWith(features, table)), '/support')?.at(-1)?.route.path;

it('a page of a feature exists only where the feature is on', () => {
  expect(matchedWith()).toBe('*');
  expect(matchedWith('shop')).toBe('*');
  expect(matchedWith('support')).toBe('/support');
});

it('the page of a feature replaces the one that announces it', () => {
  const { pattern } = pages.payments;
  const replacing: Page = {
    pattern,
    module,
    title: 'pages.about.title',
    feature: 'support',
    layout: 'area',
    access: 'members',
  };
  const titleWith = (...on: Parameters<typeof pagesWith>[0]) => {
    const routes = createRoutes(pagesWith(on, [...Object.values(pages), replacing]));
    // Fails where two routes have one id.
    createStaticHandler(routes);
    return pageHandleOf((matchRoutes(routes, pattern) ?? []).map(({ route }) => route))?.title;
  };
  expect(titleWith()).toBe(pages.payments.title);
  expect(titleWith('support')).toBe(replacing.title);
});

it('every page of the table is found at its pattern, and its module can be loaded', async () => {
  const routes = createRoutes(pagesWith(features));
  for (const { pattern } of Object.values(pages)) {
    const address = pattern.replace(':id', 'x').replace('*', '/no/such/page');
    const route = matchRoutes(routes, address)?.at(-1)?.route;
    expect(route?.path).toBe(pattern);
    const parts = typeof route?.lazy === 'object' ? route.lazy : {};
    expect(await parts.Component?.()).toBeInstanceOf(Function);
  }
});
