// The migrations of 0.1.0 and of the development versions after it were replaced by one file for each subject, and these were
// corrected before the release. A database that has applied the former ones is upgraded in place.
import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import {
  baselineFile,
  splitStatements,
  type ReleaseFile,
  type SqlFile,
} from './migration-files.ts';
import { DatabaseSetupError } from './setup-errors.ts';

/** A migration as `bkksiam_private.applied_files` and the manifest of a backup have it. */
export interface AppliedFile extends ReleaseFile {
  readonly sha256: string;
}

/**
 * SHA-256 of the sorted lines `<kind> <name> <sha256>` of all files: of 0.1.0, of the last commit before the files by subject, and
 * of the first state of these (commit 93dcc14).
 */
const formerHistories: readonly string[] = [
  'a3ecebda52fbcffb72ea36ca04211177186bda68f5ee65b80320c6bf312e09a8',
  'afd122e9f788afc546bacef74bb63dfc98cbcc5176a630dfcd71c9a8712c5038',
  '9ac954c79aa5b5ae3853a01c0c0f13cd3ae9dafce59fdbe5f6c9428ba3b22344',
];

/**
 * True for the applied files of a version with former migrations.
 *
 * @throws {DatabaseSetupError} when they are of a development version in between, or were changed
 */
export function isFormerHistory(applied: readonly AppliedFile[]): boolean {
  const lines = applied.map(({ kind, name, sha256 }) => `${kind} ${name} ${sha256}\n`).sort();
  const digest = createHash('sha256').update(lines.join('')).digest('hex');
  if (formerHistories.includes(digest)) return true;
  if (!applied.some(({ name }) => name === '0001_roles.sql')) return false;
  throw new DatabaseSetupError(
    'the migrations of the database are of a development version after 0.1.0: start commit 29c61b8 on it once, then this release',
  );
}

const creation =
  /^(?:\s|--[^\n]*\n)*create (?:unlogged )?(?:(table|type|function(?= auth\.)) ([\w.]+)|(?:unique )?index (\w+)\s+on (\w+)\.)/;

const lookups = { table: 'to_regclass', type: 'to_regtype', function: 'to_regproc' };

/** Whether the statement creates a table, an index, a type, or a function of schema auth that exists. */
async function createsExisting(client: ClientBase, statement: string): Promise<boolean> {
  const [, kind = 'table', object, index = '', schema = ''] = creation.exec(statement) ?? [];
  const name = object ?? `${schema}.${index}`;
  if (name === '.') return false;
  const lookup = lookups[kind as keyof typeof lookups];
  const { rows } = await client.query<{ found: boolean }>(
    `select ${lookup}($1) is not null as found`,
    [name],
  );
  return rows[0]?.found === true;
}

/** Runs the statements of a migration, without those that create what exists. */
export async function applyMissing(client: ClientBase, file: SqlFile): Promise<void> {
  for (const statement of splitStatements(file.text))
    if (!(await createsExisting(client, statement))) await client.query(statement);
}

/**
 * Upgrades a database with the former migrations, in the caller's transaction.
 *
 * @param inFile runs the work for a file and repeats it while it does not get its locks
 * @param applyAll applies every migration by {@link applyMissing}
 */
export async function upgradeFormer(
  client: ClientBase,
  inFile: (label: string, work: () => Promise<void>) => Promise<void>,
  applyAll: () => Promise<void>,
): Promise<void> {
  const run = async (name: string) => {
    const { text } = await baselineFile(name);
    await inFile(`baseline/${name}`, async () => {
      await client.query(text);
    });
  };
  await run('drop-code.sql');
  await applyAll();
  await run('move-rows.sql');
}
