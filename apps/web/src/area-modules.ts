import type { PageModule } from '#platform/page-handle.ts';

/** The pages of members, admins and features. Their list is a chunk of its own, which `/` does not load. */
export const areaModules = import.meta.glob<PageModule>(
  './features/{account,admin-*,checkout,flights,orders,payments,requests,reserve,support,trips}/*-page.tsx',
);
