// Uploads in several requests: where each one is, and how it becomes an object.
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { isVersion, MissingBlob } from './blobs.ts';
import type { CallerSql } from './caller-sql.ts';
import { StorageError, storageErrors } from './errors.ts';
import type { ObjectTarget, StorageParts } from './parts.ts';
import {
  addText,
  bytesOfParts,
  firstFile,
  receiveParts,
  type ResumableFiles,
  type StagedPart,
} from './resumable-files.ts';
import { storeObject } from './store-object.ts';
import { uploadLifetimeMs } from './unfinished-bytes.ts';

const aboutSchema = z.object({
  bucket: z.string(),
  key: z.string(),
  length: z.number(),
  mimetype: z.string(),
  cacheControl: z.string(),
  userMetadata: z.record(z.string(), z.unknown()),
  upsert: z.boolean(),
  /** Whose upload it is; null for a visitor. */
  owner: z.string().nullable(),
  /** Whether a signed link allows it, which every request of it presents. */
  isSigned: z.boolean(),
  begunAt: z.number(),
});

/** What an upload was begun with. */
export type AboutUpload = z.infer<typeof aboutSchema>;

/** An upload that was begun, and how far it is. */
export interface ResumableUpload {
  readonly id: string;
  readonly about: AboutUpload;
  readonly offset: number;
  readonly isFinished: boolean;
  /** The names of the kept parts, in order. */
  readonly parts: readonly string[];
}

export const expiryOf = ({ begunAt }: Pick<AboutUpload, 'begunAt'>): Date =>
  new Date(begunAt + uploadLifetimeMs);

/** The id in an upload's address, which names its object too. */
export const addressOf = ({ bucket, key }: ObjectTarget, id: string): string =>
  Buffer.from(`${bucket}/${key}/${id}`).toString('base64url');

export const idOf = (address: string): string =>
  Buffer.from(address, 'base64url').toString('utf8').split('/').at(-1) ?? '';

/** The name of a part is where it begins; names sort as their offsets do. */
const partName = (offset: number): string => String(offset).padStart(16, '0');
const isPart = (name: string): boolean => /^\d{16}$/.test(name);
/** Names the version that an attempt to finish writes, so that a server that died after it is no reason to repeat it. */
const attempt = 'attempt-';

const unknownUpload = () => storageErrors.tus(404, 'The upload does not exist');

/** @throws {RateLimitExceeded} when the owner has begun too much */
export async function beginUpload(
  { resumable: files, unfinished }: StorageParts,
  { caller }: CallerSql,
  given: Omit<AboutUpload, 'begunAt'>,
): Promise<ResumableUpload> {
  const id = randomUUID();
  const about = { ...given, begunAt: Date.now() };
  unfinished.add(about, id, caller);
  await addText(files, id, firstFile, JSON.stringify(about));
  return { id, about, offset: 0, isFinished: false, parts: [] };
}

/** Deletes what an upload has kept. */
export async function deleteUpload(
  { resumable, unfinished }: StorageParts,
  { caller }: CallerSql,
  { id, about }: ResumableUpload,
): Promise<void> {
  await resumable.remove(id);
  unfinished.delete(about, id, caller);
}

async function isStored(sql: CallerSql, { bucket, key }: ObjectTarget, versions: string[]) {
  if (versions.length === 0) return false;
  const [result] = await sql.asService({
    text: 'select 1 from storage.objects where bucket_id = $1 and name = $2 and version = any ($3::text[])',
    values: [bucket, key, versions],
  });
  return (result?.rowCount ?? 0) > 0;
}

async function readAbout(files: ResumableFiles, id: string): Promise<AboutUpload> {
  try {
    return aboutSchema.parse(JSON.parse(await text(await files.read(id, firstFile))));
  } catch (error) {
    throw error instanceof MissingBlob ? unknownUpload() : error;
  }
}

/** @throws {StorageError} 404 without one, 410 after its time */
export async function findUpload(
  { resumable: files }: StorageParts,
  sql: CallerSql,
  id: string,
): Promise<ResumableUpload> {
  if (!isVersion(id)) throw unknownUpload();
  const about = await readAbout(files, id);
  if (expiryOf(about).getTime() <= Date.now())
    throw storageErrors.tus(410, 'The upload has expired');
  const found = await files.list(id);
  const attempts = found.flatMap(({ name }) =>
    name.startsWith(attempt) ? [name.slice(attempt.length)] : [],
  );
  if (await isStored(sql, about, attempts))
    return { id, about, offset: about.length, isFinished: true, parts: [] };
  const kept = found.filter(({ name }) => isPart(name)).sort((a, b) => (a.name < b.name ? -1 : 1));
  const parts: string[] = [];
  let offset = 0;
  for (const { name, size } of kept) {
    if (name !== partName(offset)) break;
    parts.push(name);
    offset += size;
  }
  return { id, about, offset, isFinished: false, parts };
}

/** Stores what has arrived as the object; row policies are asked again. */
async function finishUpload(
  parts: StorageParts,
  sql: CallerSql,
  upload: ResumableUpload,
  last?: StagedPart,
): Promise<void> {
  const { resumable: files } = parts;
  const { id, about } = upload;
  const { mimetype, cacheControl, userMetadata, upsert, owner, isSigned, length } = about;
  const bytes = Readable.from(bytesOfParts(files, id, upload.parts, last), { objectMode: false });
  const incoming = { bytes, mimetype, cacheControl, userMetadata, whole: Promise.resolve() };
  const options = {
    upsert,
    ...(isSigned && { signedOwner: owner }),
    announce: async (version: string) => {
      await addText(files, id, attempt + version, version);
    },
  };
  try {
    await storeObject(parts, sql, about, { ...incoming, size: length }, options);
  } catch (error) {
    if (await isFinishedElsewhere(parts, sql, id, error)) return;
    const isFinal = error instanceof StorageError && error.code === 'InvalidMimeType';
    if (isFinal) await deleteUpload(parts, sql, upload);
    // Another request has removed the upload.
    throw error instanceof MissingBlob ? unknownUpload() : error;
  }
  // Those that stay tell that it is finished.
  await files.remove(id, upload.parts);
}

/** Whether an object that is in the way is this upload, which another request has finished. */
async function isFinishedElsewhere(
  parts: StorageParts,
  sql: CallerSql,
  id: string,
  error: unknown,
): Promise<boolean> {
  const mayBe = !(error instanceof StorageError) || error.code === 'KeyAlreadyExists';
  return mayBe && (await findUpload(parts, sql, id).catch(() => undefined))?.isFinished === true;
}

const conflict = () => storageErrors.tus(409, 'Upload-Offset conflict');

/**
 * Takes bytes from the upload's offset on. Those that complete it are acknowledged when the object is stored.
 *
 * @returns how far it is
 */
export async function takeBytes(
  parts: StorageParts,
  sql: CallerSql,
  upload: ResumableUpload,
  bytes: Readable,
): Promise<number> {
  const { resumable: files, unfinished } = parts;
  const { id, about } = upload;
  let now = upload;
  if (!upload.isFinished) unfinished.add(about, id, sql.caller);
  if (about.length === 0) await finishUpload(parts, sql, now);
  await receiveParts(files, bytes, async (part) => {
    const end = now.offset + part.size;
    if (end > about.length) throw storageErrors.objectTooLarge();
    const name = partName(now.offset);
    if (end === about.length) await finishUpload(parts, sql, now, part);
    else if (!(await files.add(id, name, part.path))) throw conflict();
    now = { ...now, offset: end, parts: [...now.parts, name] };
  });
  if (now.offset === about.length) unfinished.delete(about, id, sql.caller);
  return now.offset;
}

export function checkOffset({ offset }: ResumableUpload, given: number): void {
  if (offset !== given) throw conflict();
}

/** Removes uploads that were not finished in time. */
export async function removeExpired(files: ResumableFiles, now: number): Promise<number> {
  let removed = 0;
  for await (const { upload, at } of files.begun()) {
    if (at.getTime() + uploadLifetimeMs > now) continue;
    await files.remove(upload);
    removed += 1;
  }
  return removed;
}
