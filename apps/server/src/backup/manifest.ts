// The manifest of a backup, written last: a folder without one is not a backup.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** A backup that cannot be taken or used; `message` is one line for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** A backup whose files are not as they were written. */
export class DamagedBackup extends BackupError {
  constructor(folder: string, what: string) {
    super(`${folder} is damaged, restore another backup: ${what}`);
  }
}

export const manifestFile = 'manifest.json';
/** Increases when older releases cannot restore the backup. */
const format = 1;

const count = z.number().int().nonnegative();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
export const mailName = z.string().regex(/^[\w-][\w.-]*\.eml$/);
const migrations = z.array(z.object({ name: z.string(), sha256 }));

const table = z.object({
  schema: z.string(),
  name: z.string(),
  /** Columns of the COPY text, in order; generated ones are left out. */
  columns: z.array(z.string()),
  rows: count,
  /** Size of the uncompressed COPY text; `sha256` is its checksum. */
  bytes: count,
  sha256,
});

const sequence = z.object({
  schema: z.string(),
  name: z.string(),
  /** A bigint in decimal. */
  value: z.string().regex(/^-?\d+$/),
  /** False when the next value is `value` itself. */
  called: z.boolean(),
});

const manifest = z.object({
  product: z.literal('bkksiam'),
  release: z.string(),
  /** `server_version`, such as `18.4`. */
  postgres: z.string(),
  /** Time of the snapshot, ISO 8601. */
  takenAt: z.string(),
  migrations: z.object({ platform: migrations, product: migrations }),
  tables: z.array(table),
  sequences: z.array(sequence),
  /** Mails of the outbox folder. */
  mails: z.array(z.object({ name: mailName, bytes: count, sha256 })),
  /** Bytes of uploaded files; backups of before have none. */
  objects: z
    .object({ files: count, bytes: count, sha256 })
    .default({ files: 0, bytes: 0, sha256: createHash('sha256').digest('hex') }),
  /** Checksum of `secrets.json`; null when the backup was taken without it. */
  secrets: sha256.nullable(),
});

/** The checksum is of the manifest as `JSON.stringify` writes it. */
const envelope = z.object({ format: count, sha256, manifest: z.unknown() });

export type BackupTable = z.infer<typeof table>;
export type BackupSequence = z.infer<typeof sequence>;
export type Manifest = z.infer<typeof manifest>;

/** The table's name in messages and file names. */
export function qualified({ schema, name }: { readonly schema: string; readonly name: string }) {
  return `${schema}.${name}`;
}

/** Path of a table's compressed COPY text. */
export function tableFile(folder: string, of: Pick<BackupTable, 'schema' | 'name'>): string {
  return join(folder, 'tables', `${qualified(of)}.copy.gz`);
}

export function checksum(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}

export function manifestText(content: Manifest): string {
  const written = { format, sha256: checksum(JSON.stringify(content)), manifest: content };
  return `${JSON.stringify(written, undefined, 2)}\n`;
}

async function readText(folder: string): Promise<string> {
  try {
    return await readFile(join(folder, manifestFile), 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
    throw new BackupError(
      `${folder} is not a complete backup: it has no ${manifestFile}, which is written last`,
    );
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @throws {BackupError} when there is none, it is damaged, or a newer release wrote it */
export async function readManifest(folder: string): Promise<Manifest> {
  const outer = envelope.safeParse(parse(await readText(folder)));
  const damaged = new DamagedBackup(folder, `${manifestFile} is not as it was written`);
  if (!outer.success) throw damaged;
  if (outer.data.format > format)
    throw new BackupError(`${folder} was written by a newer release: restore it with that one`);
  if (checksum(JSON.stringify(outer.data.manifest)) !== outer.data.sha256) throw damaged;
  const inner = manifest.safeParse(outer.data.manifest);
  if (!inner.success) throw damaged;
  return inner.data;
}
