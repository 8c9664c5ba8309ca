// The import rules of ARCHITECTURE.md. They are patterns, so they cover new folders too. Type-only imports are not exempt: a
// type that two layers need moves to the lower one.

const test = '\\.test\\.tsx?$';

/**
 * @param {string} name
 * @param {string} comment
 * @param {{ path: string | string[], pathNot?: string | string[] }} from
 * @param {{ path?: string | string[], pathNot?: string | string[], circular?: boolean, dependencyTypes?: import('dependency-cruiser').DependencyType[], couldNotResolve?: boolean }} to
 */
const forbid = (name, comment, from, to) => ({
  name,
  comment,
  severity: /** @type {const} */ ('error'),
  from,
  to,
});

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    forbid('no-circles', 'circular imports are forbidden', { path: '.' }, { circular: true }),
    forbid('resolvable', 'every import must resolve', { path: '.' }, { couldNotResolve: true }),
    forbid(
      'domain-is-pure',
      'the domain imports only itself',
      { path: '^packages/domain/src/', pathNot: test },
      { pathNot: '^packages/domain/src/' },
    ),
    forbid(
      'ui-knows-no-product',
      'ui components take props: no data, no routing, no translation',
      { path: '^apps/web/src/ui/', pathNot: test },
      {
        path: '^(packages|apps)/|react-router|i18next|react-query|supabase',
        pathNot: '^apps/web/src/(ui|drawings)/',
      },
    ),
    forbid(
      'platform-below-features',
      'platform does not import screens',
      { path: '^apps/web/src/platform/', pathNot: test },
      {
        path: '^apps/',
        pathNot:
          '^apps/web/(src/platform/|src/ui/(button|chip|class-names|dialog|feedback|form|page-intro|phrases)\\.tsx?$|public/locales/)',
      },
    ),
    forbid(
      'list-below-entities',
      'the list is the same for every subject: it imports no entity, no feature and no page',
      { path: '^apps/web/src/list/', pathNot: test },
      { path: '^apps/', pathNot: '^apps/web/src/(list|platform|ui|drawings)/' },
    ),
    forbid(
      'entities-below-features',
      'an entity is what several features show of one thing: it imports no feature, no page and no other entity',
      { path: '^apps/web/src/entities/([^/]+)/', pathNot: test },
      {
        path: '^apps/',
        pathNot: '^apps/web/src/(entities/$1/|list/|platform/|ui/|drawings/|pages\\.ts$)',
      },
    ),
    forbid(
      'features-stand-alone',
      'a feature may not import another one; shared code moves down, composition is in app',
      { path: '^apps/web/src/features/([^/]+)/', pathNot: test },
      { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
    ),
    forbid(
      'features-below-app',
      'a feature does not import the composition; `pages.ts` is below both',
      { path: '^apps/web/src/features/', pathNot: test },
      { path: '^apps/web/src/(app|testing|entry|mount|routes|server-)' },
    ),
    forbid(
      'app-below-routes',
      'app imports no routes: they are built of it, and what starts the site has both',
      { path: '^apps/web/src/app/', pathNot: test },
      { path: '^apps/web/src/(testing|gallery|entry|mount|routes|server-)' },
    ),
    forbid(
      'site-never-imports-server',
      'the browser uses the server by its protocols; the server build imports its interface, screen tests start a server, and mails have the calendar files of the site',
      { path: '^apps/web/src/', pathNot: `^apps/web/src/testing/|${test}` },
      {
        path: '^apps/server/|^supabase/',
        pathNot:
          '^(apps/server/src/site/server-entry|supabase/functions/_shared/messages/booking-calendar)\\.ts$',
      },
    ),
    forbid(
      'server-never-imports-site',
      'the server uses the built site as files; texts of mails are translations',
      { path: '^(apps/server|supabase)/' },
      { path: '^apps/web/', pathNot: '^apps/web/public/locales/\\w+/mail\\.json$' },
    ),
    forbid(
      'http-stands-alone',
      'http imports no database and no protocol',
      { path: '^apps/server/src/http/', pathNot: test },
      { path: '^apps/server/src/', pathNot: '^apps/server/src/http/' },
    ),
    forbid(
      'site-stands-alone',
      'the site is served from files; it imports http, and no database',
      { path: '^apps/server/src/site/', pathNot: test },
      { path: '^apps/server/src/', pathNot: '^apps/server/src/(site|http)/' },
    ),
    forbid(
      'db-stands-alone',
      'the database layer imports no protocol; open-database imports the type of the configuration',
      { path: '^apps/server/src/db/', pathNot: test },
      { path: '^apps/server/src/', pathNot: '^apps/server/src/(db/|config\\.ts$)' },
    ),
    forbid(
      'slips-stand-alone',
      'pictures of slips are read in a thread without database and protocols',
      { path: '^apps/server/src/slips/', pathNot: test },
      { path: '^(apps|supabase)/', pathNot: '^apps/server/src/(slips/|worker-thread\\.ts$)' },
    ),
    forbid(
      'papers-stand-alone',
      'papers are drawn from their data alone, in a thread: they import the rules and packages',
      { path: '^apps/server/src/papers/', pathNot: test },
      { path: '^(apps|supabase)/', pathNot: '^apps/server/src/(papers/|worker-thread\\.ts$)' },
    ),
    forbid(
      'outbox-limits-and-jobs-below-protocols',
      'protocols use the outbox and limits, and no protocol runs the jobs, so they import only the interfaces of database and traces, and http',
      { path: '^apps/server/src/(outbox|limits|jobs)/', pathNot: test },
      {
        path: '^apps/server/src/',
        pathNot: '^apps/server/src/($1/|http/|db/database\\.ts$|observability/tracing\\.ts$)',
      },
    ),
    forbid(
      'mail-above-outbox',
      'mail is a channel of the outbox, and has the queue of the accounts; protocols use it',
      { path: '^apps/server/src/mail/', pathNot: test },
      {
        path: '^apps/server/src/',
        pathNot:
          '^apps/server/src/(mail/|outbox/|http/|db/database\\.ts$|observability/tracing\\.ts$)',
      },
    ),
    forbid(
      'observability-below-app',
      'it reads from every part by small interfaces of its own, so it imports no part',
      { path: '^apps/server/src/observability/', pathNot: test },
      {
        path: '^apps/server/src/',
        pathNot: '^apps/server/src/(observability/|http/|db/database\\.ts$)',
      },
    ),
    forbid(
      'protocols-stand-alone',
      'protocols may be replaced one by one, so none imports another',
      {
        path: '^apps/server/src/(api-docs|auth|rest|storage|store|realtime|functions|unsupported)/',
        pathNot: test,
      },
      {
        path: '^apps/server/src/(api-docs|auth|rest|storage|store|realtime|functions|unsupported)/',
        pathNot: '^apps/server/src/$1/',
      },
    ),
    forbid(
      'protocols-see-the-interface',
      'a protocol imports the database interface, http, mail and limits, never the adapters, the app or the process',
      {
        path: '^apps/server/src/(api-docs|auth|rest|storage|store|realtime|functions|unsupported)/',
        pathNot: test,
      },
      {
        path: '^apps/server/src/(db/|site/|observability/|backup/|commands/|testing/|[^/]+$)',
        pathNot: '^apps/server/src/db/database\\.ts$',
      },
    ),
    forbid(
      'app-sees-the-interface',
      'the app imports only the database interface',
      { path: '^apps/server/src/app\\.ts$' },
      {
        path: '^apps/server/src/(db/|testing/|main\\.ts)',
        pathNot: '^apps/server/src/db/database\\.ts$',
      },
    ),
    forbid(
      'backup-stands-alone',
      'backup and restore work on the database and the data folder, beside a running server',
      { path: '^apps/server/src/backup/', pathNot: test },
      {
        path: '^apps/server/src/',
        pathNot: '^apps/server/src/(backup/|db/|config\\.ts$|storage/(open-)?blobs\\.ts$)',
      },
    ),
    forbid(
      'functions-are-portable',
      'the same files run on hosted Supabase, so they import only themselves and packages',
      { path: '^supabase/functions/' },
      { path: '^(apps|packages)/' },
    ),
    forbid(
      'journeys-from-outside',
      'a journey uses the built product; it may import its constants, its texts, its table of pages, the double of a supplier and drawn slips',
      { path: '^e2e/' },
      {
        path: '^(apps|packages)/',
        pathNot:
          '^(packages/domain/src/constants\\.ts$|apps/web/public/locales/|apps/web/src/pages\\.ts$|apps/server/src/testing/(duffel-server|slip-fixture)\\.ts$)',
      },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules)/' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};
