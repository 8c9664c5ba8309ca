import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const closed = String.raw`"?(?:auth|storage|realtime|vault|graphql|pgsodium|supabase_functions)"?\.`;
const kinds =
  'table|view|materialized view|function|procedure|type|domain|sequence|trigger|policy|index|aggregate';

/** Patterns of statements that a hosted project rejects or that its documentation advises against. */
const forbidden: readonly (readonly [reason: string, pattern: string])[] = [
  [
    'creates in a schema of the platform',
    String.raw`\bcreate (?:or replace )?(?:unlogged )?(?:${kinds})(?: if not exists)? ${closed}`,
  ],
  [
    'changes what belongs to the platform',
    String.raw`\b(?:alter|drop|truncate) (?:${kinds}|schema)(?: if exists)?(?: only)? (?:${closed}|"?(?:auth|storage|realtime|vault|extensions|graphql)"? )`,
  ],
  [
    'indexes a table of the platform',
    String.raw`\bcreate (?:unique )?index [^;]*?\bon (?:only )?${closed}`,
  ],
  ['puts a policy on a table of accounts', String.raw`\bcreate policy [^;]*? on auth\.`],
  [
    'creates a schema that the platform has',
    String.raw`\bcreate schema (?:if not exists )?"?(?:auth|storage|realtime)\b`,
  ],
  ['makes an event trigger', String.raw`\b(?:create|alter|drop) event trigger\b`],
  ['makes a superuser', String.raw`\b(?:create|alter) (?:role|user) [^;]*?(?<!no)superuser\b`],
  [
    'changes a role of the platform',
    String.raw`\b(?:alter|drop) (?:role|user) "?(?:postgres|authenticator|supabase_\w+|dashboard_user|pgbouncer)\b`,
  ],
  [
    'acts as a role of the platform',
    String.raw`\bset (?:local |session )?(?:role|session authorization) (?:to )?'?"?(?:supabase_|postgres|authenticator|none\b)|\breset (?:role|session authorization)\b`,
  ],
  [
    'has a name that PostgreSQL truncates to 63 bytes',
    String.raw`\b(?:policy|trigger|index|constraint) "[^"]{64,}"`,
  ],
  ['changes the server', String.raw`\balter system\b`],
  [
    'switches triggers off',
    String.raw`\bsession_replication_role\b|\bdisable trigger (?:all|user)\b`,
  ],
  [
    'reads or runs files of the server',
    String.raw`\bcopy [^;]*?\b(?:from|to) (?:program|')|\bpg_read_(?:binary_)?file\b|\blo_(?:import|export)\b|(?:^|;) ?load '`,
  ],
  ['makes an untrusted function', String.raw`\blanguage '?(?:c|plpython3?u|plperlu|internal)\b`],
  [
    'makes a tablespace, subscription or language',
    String.raw`\bcreate (?:tablespace|subscription|(?:trusted )?language)\b`,
  ],
  [
    'installs an extension outside of schema extensions',
    String.raw`\bcreate extension (?:if not exists )?(?!if\b)"?[\w-]+\b(?![\w-])"?(?!")(?! (?:with )?schema "?(?:extensions|pg_catalog)\b)`,
  ],
  ['moves an extension into the open', String.raw`\balter extension [^;]*?set schema "?public\b`],
  [
    'cannot run in a transaction',
    String.raw`\bindex concurrently\b|(?:^|;) ?vacuum\b|\b(?:create|drop) database\b`,
  ],
];

/** The reasons why a hosted Supabase project would reject a migration; includes the text of dynamic SQL. */
export function hostedViolations(sql: string): readonly string[] {
  const text = sql
    .replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ ?([;.]) ?/g, '$1')
    .trim();
  return forbidden
    .filter(([, pattern]) => new RegExp(pattern, 'i').test(text))
    .map(([reason]) => reason);
}

const known = ['config.toml', 'functions', 'migrations', 'seed.sql', 'tests', 'tsconfig.json'];
const ownSeeds = /^seed-[\w-]+\.sql$/;

function names(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

function migrationErrors(folder: string): string[] {
  const versions = new Set<string>();
  return names(join(folder, 'migrations')).flatMap((name) => {
    const version = /^(\d{14})_[a-z0-9_]+\.sql$/.exec(name)?.[1];
    if (version === undefined) return [`migrations/${name} is not <14 digits>_<name>.sql`];
    if (versions.has(version)) return [`migrations/${name} has the version of another`];
    versions.add(version);
    return [];
  });
}

function functionErrors(folder: string, config: string): string[] {
  const served = names(join(folder, 'functions')).filter((name) => !/^[_.]/.test(name));
  const configured = [...config.matchAll(/^\[functions\.([^\].]+)\]/gm)].map(
    ([, name = '']) => name,
  );
  return [
    ...served
      .filter(
        (name) => name.endsWith('.ts') || !existsSync(join(folder, 'functions', name, 'index.ts')),
      )
      .filter((name) => !/^(?:deno\.jsonc?|import_map\.json|tsconfig\.json)$/.test(name))
      .map((name) => `functions/${name} is not <name>/index.ts`),
    ...configured
      .filter((name) => !served.includes(name))
      .map((name) => `config.toml configures the function ${name}, which is not there`),
    ...[...config.matchAll(/^(?:entrypoint|import_map) = "([^"]+)"/gm)]
      .filter(([, path = '']) => !existsSync(join(folder, path)))
      .map(([, path = '']) => `config.toml names ${path}, which is not there`),
  ];
}

/** The differences from the layout that the Supabase CLI expects of `supabase/`. */
export function layoutErrors(folder: string): readonly string[] {
  if (!existsSync(join(folder, 'config.toml'))) return ['config.toml is missing'];
  const config = readFileSync(join(folder, 'config.toml'), 'utf8');
  const seeds = [...(/^sql_paths = \[([^\]]*)\]/m.exec(config)?.[1] ?? '').matchAll(/"([^"]+)"/g)];
  return [
    ...(/^project_id = "[a-z][\w-]*"$/m.test(config) ? [] : ['config.toml names no project_id']),
    ...(/^\[db\]\s+major_version = 1[5-9]$/m.test(config)
      ? []
      : ['config.toml names no major_version']),
    ...(/^\[auth\.mfa\.totp\]\s+enroll_enabled = true\s+verify_enabled = true$/m.test(config)
      ? []
      : ['config.toml does not let admins enrol an authenticator']),
    ...seeds
      .filter(([, path = '']) => !existsSync(join(folder, path)))
      .map(([, path = '']) => `config.toml seeds ${path}, which is not there`),
    ...names(folder)
      .filter((name) => !known.includes(name) && !ownSeeds.test(name))
      .map((name) => `${name} is not part of the layout`),
    ...migrationErrors(folder),
    ...functionErrors(folder, config),
  ];
}
