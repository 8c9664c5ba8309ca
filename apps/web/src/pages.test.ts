import { expect, it } from 'vitest';
import type { Feature } from '@bkksiam/domain/features';
import { pages, shownLinks, type Page } from './pages.ts';

const ofFeature: Page = { ...pages.about, pattern: '/support', feature: 'support' };
const links = [
  { text: 'nav.about', page: pages.about },
  { text: 'sidebar.support', page: ofFeature },
] as const;

it('a list links to the page of a feature only where the feature is on', () => {
  const addresses = (...features: readonly Feature[]) =>
    shownLinks(links, features).map(({ to }) => to);
  expect(addresses()).toEqual(['/about']);
  expect(addresses('shop')).toEqual(['/about']);
  expect(addresses('support')).toEqual(['/about', '/support']);
});

const sources = import.meta.glob<string>('./{app,entities,features,list}/**/*.{ts,tsx}', {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** The source of a module with those of the modules beside it and of the entities that it imports. */
function sourcesOf(path: string, seen = new Set<string>()): readonly string[] {
  const source = sources[path];
  if (source === undefined || seen.has(path)) return [];
  seen.add(path);
  const folder = path.slice(0, path.lastIndexOf('/'));
  const imported = [...source.matchAll(/'(\.|#[a-z]+)(\/[\w/-]+\.tsx?)'/g)].map(
    ([, from = '', rest = '']) => (from === '.' ? folder + rest : `./${from.slice(1)}${rest}`),
  );
  return [source, ...imported.flatMap((one) => sourcesOf(one, seen))];
}

it.each(Object.values<Page>(pages))(
  '$pattern asks before it is left if it has drafts, and only then',
  ({ module, keepsChanges }) => {
    const hasDraft = sourcesOf(`./${module}.tsx`).some((source) =>
      /\bdraftKey:|\buseUnsavedChanges\(/.test(source),
    );
    expect(keepsChanges === true).toBe(hasDraft);
  },
);

const formsOfFeatures = Object.entries(sources).filter(
  ([path, source]) =>
    /features\/(reserve|requests|trips|admin-(bookings|flights|requests))\//.test(path) &&
    !path.includes('.test.') &&
    source.includes('useAppForm('),
);

it.each(formsOfFeatures)('the form of %s keeps its unsent input', (_path, source) => {
  expect(source).toContain('draftKey: ');
});
