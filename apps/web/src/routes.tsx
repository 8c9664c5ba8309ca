import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import type { Feature } from '@bkksiam/domain/features';
import { loadOnce, PageError } from '#app/page-error.tsx';
import { PublicLayout, SiteLayout } from '#app/site-layout.tsx';
import { existsWith, pages, type Page } from '#pages.ts';
import { loadTexts } from '#platform/i18n.ts';
import type { PageModule } from '#platform/page-handle.ts';

/** Pages of development: a build has a constant here and drops them with their code. */
const developmentPages: readonly Page[] = import.meta.env.PROD
  ? []
  : [
      {
        pattern: '/gallery',
        module: 'gallery/gallery-page',
        title: 'brand',
      },
    ];

const modules = {
  ...import.meta.glob<PageModule>([
    './{app,features/*}/*-page.tsx',
    '!./features/{account,admin-*,checkout,flights,orders,payments,requests,reserve,support,trips}/*',
  ]),
  ...(import.meta.env.PROD ? {} : import.meta.glob<PageModule>('./gallery/*-page.tsx')),
};

async function loadModule(module: string): Promise<PageModule> {
  const path = `./${module}.tsx`;
  const load = modules[path] ?? (await import('./area-modules.ts')).areaModules[path];
  if (load === undefined) throw new Error(`there is no module ${module}`);
  return load();
}

function pageRoute(page: Page): RouteObject {
  const { module, pattern, texts, keepsChanges } = page;
  const loadPage = loadOnce(async () => {
    const [loaded] = await Promise.all([loadModule(module), loadTexts(texts)]);
    return loaded;
  });
  const route: RouteObject = {
    // The same on the server and in the browser.
    id: pattern,
    path: pattern,
    handle: page,
    lazy: {
      // The server renders pages as a visitor, who sees the guard of these.
      ...(!(page.access && import.meta.env.SSR) && {
        loader: async () => (await loadPage()).loader,
      }),
      Component: async () => (await loadPage()).Component,
    },
  };
  return keepsChanges ? layoutRoute(() => import('#app/leave-guard.tsx'), [route]) : route;
}

/** A layout whose code is loaded with the pages below it. */
function layoutRoute(
  load: () => Promise<{ readonly Component: ComponentType }>,
  children: RouteObject[],
): RouteObject {
  // As an object without a loader, `lazy` would swallow a failed import.
  return { lazy: loadOnce(load), children };
}

/** Keeps the layout around it where a page cannot be loaded. */
const boundary = (children: RouteObject[]): RouteObject => ({ ErrorBoundary: PageError, children });

/** The pages that exist with these features; the page of a feature replaces those before it of the same pattern. */
export function pagesWith(
  features: readonly Feature[],
  table: readonly Page[] = [...Object.values(pages), ...developmentPages],
): readonly Page[] {
  const shown = table.filter((page) => existsWith(features, page));
  return [...new Map(shown.map((page) => [page.pattern, page])).values()];
}

/** The routes of pages, below their layouts and guards. Each router needs routes of its own: it resolves their lazy parts in place. */
export function createRoutes(shown: readonly Page[]): RouteObject[] {
  const at = (layout: Page['layout'], access?: Page['access']) =>
    shown.filter((page) => page.layout === layout && page.access === access).map(pageRoute);
  const requireUser = async () => ({ Component: (await import('#app/guards.tsx')).RequireUser });
  const requireAdmin = async () => ({ Component: (await import('#app/guards.tsx')).RequireAdmin });
  return [
    {
      Component: SiteLayout,
      ErrorBoundary: PageError,
      // A failed page keeps the root layout, which has the page's title.
      children: [
        boundary([
          {
            Component: PublicLayout,
            children: [
              boundary([...at(undefined), layoutRoute(requireUser, at(undefined, 'members'))]),
            ],
          },
          layoutRoute(() => import('#app/dialog-layout.tsx'), at('none')),
          layoutRoute(() => import('#app/form-layout.tsx'), [boundary(at('form'))]),
          layoutRoute(
            () => import('#app/sidebar-layout.tsx'),
            [
              boundary([
                ...at('area', 'members'),
                layoutRoute(requireAdmin, [boundary(at('area', 'admins'))]),
              ]),
            ],
          ),
        ]),
      ],
    },
  ];
}
