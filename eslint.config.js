import vitest from '@vitest/eslint-plugin';
import prettier from 'eslint-config-prettier';
import a11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

// Its own types do not fit ESLint's under exactOptionalPropertyTypes.
const vitestPlugin = /** @type {import('eslint').ESLint.Plugin} */ (
  /** @type {unknown} */ (vitest)
);

const tests = ['**/*.test.{ts,tsx}', 'e2e/**/*.ts'];

/** @param {string} selector @param {string} message */
const no = (selector, message) => ({ selector, message });

const sql = no(
  'TemplateElement[value.raw=/^\\s*(select|insert into|update|delete from|create|alter|grant) /i]',
  'SQL text lives in rest/sql*.ts, auth, backup, mail, limits, store/catalogue.ts, db and .sql files.',
);
const environment = no(
  "MemberExpression[object.name='process'][property.name='env']",
  'The environment is read once, by config.ts.',
);
const storage = no(
  "MemberExpression[object.name='window'][property.name=/^(local|session)Storage$/], Identifier[name=/^(local|session)Storage$/]",
  'Saved records go through platform/local-store.ts.',
);
const client = no(
  "CallExpression[callee.name='createClient']",
  'The one client is made in platform/supabase.ts.',
);
const fetching = no(
  "CallExpression[callee.name='fetch']",
  'Only platform and the store data file speak to the network.',
);
const clock = no(
  "NewExpression[callee.name='Date'][arguments.length=0], CallExpression[callee.object.name='Date'][callee.property.name='now'], CallExpression[callee.object.name='Math'][callee.property.name='random']",
  'A rule takes the time and new ids from its caller.',
);

export default defineConfig(
  globalIgnores([
    // A package of its own, whose libraries npm ci does not install.
    'bench/parse-server',
    '**/dist/',
    '**/node_modules/',
    'data/',
    'shots/',
    'packages/domain/src/database.ts',
  ]),
  {
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-floating-promises': ['error', { ignoreVoid: false }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      'no-console': 'error',
      eqeqeq: 'error',
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true } }],
    },
  },
  {
    files: ['apps/web/src/**/*.{ts,tsx}'],
    extends: [a11y.flatConfigs.strict, reactHooks.configs.flat.recommended],
    rules: {
      'no-restricted-syntax': ['error', environment, storage, client, fetching],
      // What scrolls must scroll by key too (WCAG 2.1.1), so a group that does may take the focus.
      'jsx-a11y/no-noninteractive-tabindex': ['error', { tags: [], roles: ['group', 'tabpanel'] }],
    },
  },
  {
    files: ['apps/web/src/platform/**', 'apps/web/src/features/store/store-data.ts'],
    rules: { 'no-restricted-syntax': ['error', environment] },
  },
  { files: ['apps/web/src/platform/log.ts'], rules: { 'no-console': 'off' } },
  {
    files: ['packages/domain/src/**'],
    rules: { 'no-restricted-syntax': ['error', environment, clock] },
  },
  {
    files: ['apps/server/src/**'],
    ignores: [
      'apps/server/src/{auth,backup,db,limits,mail}/**',
      'apps/server/src/rest/{sql,sql-*}.ts',
      'apps/server/src/store/catalogue.ts',
    ],
    rules: { 'no-restricted-syntax': ['error', environment, sql] },
  },
  {
    files: ['apps/server/src/{main,backup-command,reset-factor}.ts'],
    rules: { 'no-restricted-syntax': ['error', sql] },
  },
  {
    files: ['apps/server/src/{testing,**/*.test.ts}', ...tests],
    plugins: { vitest: vitestPlugin },
    rules: {
      ...vitest.configs.recommended.rules,
      'no-restricted-syntax': 'off',
      'max-lines': 'off',
      'max-lines-per-function': 'off',
      'vitest/no-focused-tests': 'error',
      'vitest/no-disabled-tests': 'error',
      'vitest/expect-expect': 'off',
    },
  },
  {
    files: ['apps/*/src/testing/**', '**/*.test.{ts,tsx}'],
    rules: { 'no-restricted-syntax': 'off', 'max-lines-per-function': 'off' },
  },
  {
    files: ['*.{js,ts}', '**/vite*.config.ts', 'e2e/playwright.config.ts'],
    rules: { 'no-restricted-exports': 'off', 'no-restricted-syntax': 'off' },
  },
  {
    // The shape hosted functions are loaded by.
    files: ['supabase/functions/*/index.ts'],
    rules: { 'no-restricted-exports': 'off' },
  },
  {
    files: ['scripts/**', 'bench/**', 'e2e/shots.ts', '**/*.mjs'],
    rules: { 'no-console': 'off', 'no-restricted-syntax': 'off' },
  },
  prettier,
);
