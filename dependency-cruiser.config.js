// Who may import whom, as ARCHITECTURE.md draws it. Patterns, so that a folder that does not exist yet is
// already covered. Type-only imports count like any other: a type two sides need moves down.

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
    forbid(
      'no-circles',
      'two modules that need each other are one module',
      { path: '.' },
      { circular: true },
    ),
    forbid(
      'resolvable',
      'every import must resolve; what the build itself makes up is there only in it',
      { path: '.' },
      { couldNotResolve: true, pathNot: '^virtual:' },
    ),
    forbid(
      'domain-is-pure',
      'the rules import nothing but themselves',
      { path: '^packages/domain/src/', pathNot: test },
      { pathNot: '^packages/domain/src/' },
    ),
    forbid(
      'ui-knows-no-product',
      'the kit takes props and returns markup: no data, no routing, no translation',
      { path: '^apps/web/src/ui/', pathNot: test },
      {
        path: '^(packages|apps)/|react-router|i18next|react-query|supabase',
        pathNot: '^apps/web/src/ui/',
      },
    ),
    forbid(
      'platform-below-features',
      'the outside world does not know the screens',
      { path: '^apps/web/src/platform/', pathNot: test },
      {
        path: '^apps/',
        pathNot: '^apps/web/(src/platform/|src/ui/(toast|button)\\.tsx$|public/locales/)',
      },
    ),
    forbid(
      'features-stand-alone',
      'a feature may not import another feature; what two need moves down, what joins them lives in app',
      { path: '^apps/web/src/features/([^/]+)/', pathNot: test },
      { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
    ),
    forbid(
      'features-below-app',
      'of the composition a feature knows only the addresses',
      { path: '^apps/web/src/features/', pathNot: test },
      { path: '^apps/web/src/(app|testing|main)', pathNot: '^apps/web/src/app/paths\\.ts$' },
    ),
    forbid(
      'site-never-imports-server',
      'the browser talks to the server by its protocols; only the screen tests start one',
      { path: '^apps/web/src/', pathNot: `^apps/web/src/testing/|${test}` },
      { path: '^apps/server/|^supabase/' },
    ),
    forbid(
      'server-never-imports-site',
      'the server knows the built site as files only',
      { path: '^(apps/server|supabase)/' },
      { path: '^apps/web/' },
    ),
    forbid(
      'http-stands-alone',
      'tokens and the site know no database and no protocol',
      { path: '^apps/server/src/http/', pathNot: test },
      { path: '^apps/server/src/', pathNot: '^apps/server/src/http/' },
    ),
    forbid(
      'db-stands-alone',
      'the database layer knows no protocol; open-database reads the configuration type',
      { path: '^apps/server/src/db/', pathNot: test },
      { path: '^apps/server/src/', pathNot: '^apps/server/src/(db/|config\\.ts$)' },
    ),
    forbid(
      'protocols-stand-alone',
      'auth, rest, store and functions are replaced one by one, so none imports another',
      { path: '^apps/server/src/(auth|rest|store|functions)/', pathNot: test },
      { path: '^apps/server/src/(auth|rest|store|functions)/', pathNot: '^apps/server/src/$1/' },
    ),
    forbid(
      'protocols-see-the-interface',
      'a protocol sees the database interface and http, never the adapters, the app or the process',
      { path: '^apps/server/src/(auth|rest|store|functions)/', pathNot: test },
      {
        path: '^apps/server/src/(db/|testing/|app\\.ts|main\\.ts)',
        pathNot: '^apps/server/src/db/database\\.ts$',
      },
    ),
    forbid(
      'app-sees-the-interface',
      'the app is built from a database, whichever it is',
      { path: '^apps/server/src/app\\.ts$' },
      {
        path: '^apps/server/src/(db/|testing/|main\\.ts)',
        pathNot: '^apps/server/src/db/database\\.ts$',
      },
    ),
    forbid(
      'functions-are-portable',
      'the same files run on hosted Supabase, so they import themselves and packages only',
      { path: '^supabase/functions/' },
      { path: '^(apps|packages)/' },
    ),
    forbid(
      'journeys-from-outside',
      'a journey walks the built product; it may know its constants',
      { path: '^e2e/' },
      { path: '^(apps|packages)/', pathNot: '^packages/domain/src/constants\\.ts$' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules)/|^bench/parse-server/' },
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
