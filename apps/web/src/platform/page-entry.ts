import type { PageHandle } from './page-handle.ts';

/** A page of the table, the handle of its route. */
export interface Page extends PageHandle {
  /** React Router's syntax. */
  readonly pattern: string;
  /** The module with its `Component` and, for data, its `loader`; without `.tsx`. */
  readonly module: string;
}

/** An entry of the table of pages; its address is its pattern. */
export function page<Pattern extends string>(
  pattern: Pattern,
  module: string,
  title: PageHandle['title'],
  options: Omit<PageHandle, 'title'> = {},
) {
  return { ...options, pattern, module, title, href: () => pattern };
}

/** An entry whose address has an id. */
export function pageWithId(...definition: Parameters<typeof page>) {
  const [pattern] = definition;
  const href = (id: string) => pattern.replace(':id', () => encodeURIComponent(id));
  return { ...page(...definition), href };
}

/** A page of the admin area: that of `/admin/slips` is `features/admin-slips/slips-page`, unless it has another file there. */
export function adminPage<Name extends string>(
  name: Name,
  title: PageHandle['title'],
  options: Omit<PageHandle, 'title'> = {},
  file = `${name}-page`,
) {
  const [room = ''] = name.split('/');
  const inArea = { ...options, layout: 'area', access: 'admins' } as const;
  return page(`/admin/${name}`, `features/admin-${room}/${file}`, title, inArea);
}
