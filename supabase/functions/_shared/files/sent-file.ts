import type { DatabaseClient } from '../http/database-client.ts';
import type { FunctionEnvironment, ReadPicture } from '../http/environment.ts';
import { unavailable } from '../http/function-request.ts';
import { RequestError } from '../http/responses.ts';

/** The largest file; the functions' host allows the other fields of a form some more. */
const maxFileBytes = 5 * 1024 * 1024;

/** What a file is, by its content. */
export interface FileType {
  readonly contentType: 'image/png' | 'image/jpeg' | 'application/pdf';
  readonly extension: 'png' | 'jpg' | 'pdf';
  readonly signature: readonly number[];
}

const types: readonly FileType[] = [
  {
    ...{ contentType: 'image/png', extension: 'png' },
    signature: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  },
  { contentType: 'image/jpeg', extension: 'jpg', signature: [0xff, 0xd8, 0xff] },
  // "%PDF-". Readers also take one behind other bytes, which may be a page.
  { contentType: 'application/pdf', extension: 'pdf', signature: [0x25, 0x50, 0x44, 0x46, 0x2d] },
];

/** What a file is sent as: the beginning of the codes, and the noun of the messages. */
export interface FileNaming {
  readonly code: 'slip' | 'file';
  readonly noun: string;
}

/** An error that the site shows in its own words, by the hint. */
const fileError = ({ code }: FileNaming, status: number, what: string, message: string) =>
  new RequestError(status, `${code}_${what}`, message, { hint: `bkk.${code}_${what}` });

const wrongType = (naming: FileNaming) =>
  fileError(naming, 400, 'type', `A ${naming.noun} is a picture (PNG or JPEG) or a PDF.`);

/** The type of a file by its content. @throws {RequestError} */
export function fileTypeOf(file: Uint8Array, naming: FileNaming): FileType {
  const { noun } = naming;
  if (file.length === 0) throw fileError(naming, 400, 'missing', `Choose the file of the ${noun}.`);
  if (file.length > maxFileBytes)
    throw fileError(naming, 413, 'too_large', `A ${noun} has at most 5 MB.`);
  const type = types.find(({ signature }) => signature.every((byte, at) => file[at] === byte));
  if (type === undefined) throw wrongType(naming);
  return type;
}

const unreadable = (naming: FileNaming) =>
  fileError(naming, 400, 'unreadable', 'This picture cannot be opened. Send a screenshot.');

const problems = {
  not_a_picture: wrongType,
  too_many_pixels: (naming: FileNaming) =>
    fileError(naming, 400, 'too_many_pixels', 'This picture is too large. Send a screenshot.'),
  unreadable,
  too_slow: unreadable,
  busy: (naming: FileNaming) =>
    fileError(naming, 503, 'busy', 'Other pictures are being read. Please try again in a moment.'),
};

/** A picture as the host has written it anew. @throws {RequestError} for what it cannot read */
export async function readPicture(
  file: Uint8Array,
  {
    naming,
    sender,
    signal,
    read,
  }: {
    readonly naming: FileNaming;
    readonly sender: string;
    readonly signal: AbortSignal;
    readonly read: ReadPicture;
  },
) {
  const { picture, problem } = await read(file, sender, signal);
  if (problem !== undefined) throw problems[problem](naming);
  return picture;
}

/** A bucket, with the client that writes it. */
export interface FileStore {
  readonly bucket: string;
  readonly asService: DatabaseClient;
  readonly environment: FunctionEnvironment;
}

export async function storeFile(
  { bucket, asService, environment }: FileStore,
  path: string,
  bytes: Uint8Array,
  { contentType }: FileType,
): Promise<void> {
  const options = { contentType, upsert: false, cacheControl: '0' };
  const { error } = await asService.storage.from(bucket).upload(path, bytes, options);
  if (error === null) return;
  environment.warn?.({ bucket, reason: error.name }, 'a file could not be stored');
  throw unavailable();
}

export async function removeFile(
  { bucket, asService, environment }: FileStore,
  path: string,
): Promise<void> {
  const { error } = await asService.storage.from(bucket).remove([path]);
  if (error !== null)
    environment.warn?.({ bucket, reason: error.name }, 'a file without a record is left');
}
