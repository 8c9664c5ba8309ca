import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import pLimit from 'p-limit';
import {
  isVersion,
  MissingBlob,
  type Blobs,
  type ByteRange,
  type StoredBlob,
  type WrittenBlob,
} from './blobs.ts';
import { storageErrors } from './errors.ts';
import { FileBlobs } from './file-blobs.ts';
import { firstFile, type ResumableFile, type ResumableFiles } from './resumable-files.ts';

/** A bucket of a service that speaks the protocol of S3. */
export interface S3Options {
  /** Of another service than AWS. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly bucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

const partBytes = 8 * 1024 * 1024;
/** Each holds one part in memory. */
const uploadsAtOnce = 4;
const connectMs = 3_000;
const idleMs = 20_000;

const folder = 'objects/';
const keyOf = (version: string): string => {
  if (!isVersion(version)) throw new MissingBlob('no bytes have such a version');
  return folder + version;
};

const resumableFolder = 'resumable/';
const partKey = (upload: string, name: string): string => {
  if (!isVersion(upload)) throw new Error('uploads have a uuid');
  return `${resumableFolder}${upload}/${name}`;
};

function clearError(error: unknown): unknown {
  if (error instanceof MissingBlob) return error;
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  if (name === 'NoSuchKey' || $metadata?.httpStatusCode === 404)
    return new MissingBlob('the bytes are not there');
  return storageErrors.bytesFailed('The files cannot be reached, please try again');
}

const rethrow = (error: unknown): never => {
  throw clearError(error);
};

/** The packages are loaded only where they are needed. */
async function openClient({ endpoint, region, accessKey, secretKey }: S3Options) {
  const sdk = await import('@aws-sdk/client-s3');
  const { Upload } = await import('@aws-sdk/lib-storage');
  const client = new sdk.S3Client({
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    region,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    maxAttempts: 2,
    requestHandler: { connectionTimeout: connectMs, requestTimeout: idleMs },
    // Other services do not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return { sdk, Upload, client };
}
type Client = Awaited<ReturnType<typeof openClient>>;

/** Bytes in a bucket of S3. An upload arrives in a local folder first, at the client's speed, and is then passed on in parts. */
class S3Blobs implements Blobs {
  readonly #client: Client;
  readonly #bucket: string;
  readonly #staged: FileBlobs;
  readonly #inTurn = pLimit(uploadsAtOnce);

  constructor(client: Client, bucket: string, stagingFolder: string) {
    this.#client = client;
    this.#bucket = bucket;
    this.#staged = new FileBlobs(stagingFolder);
  }

  async write(version: string, bytes: Readable, limit: number): Promise<WrittenBlob> {
    const written = await this.#staged.write(version, bytes, limit);
    try {
      await this.#inTurn(() => this.#passOn(version));
      return written;
    } catch (error) {
      throw clearError(error);
    } finally {
      await this.#staged.remove([version]);
    }
  }

  async read(version: string, range?: ByteRange): Promise<Readable> {
    const { sdk, client } = this.#client;
    const command = new sdk.GetObjectCommand({
      ...{ Bucket: this.#bucket, Key: keyOf(version) },
      ...(range && { Range: `bytes=${range.start}-${range.end}` }),
    });
    const { Body } = await client.send(command).catch(rethrow);
    if (Body === undefined) throw new MissingBlob('the bytes are not there');
    return Body as Readable;
  }

  async copy(version: string, to: string): Promise<void> {
    const { sdk, client } = this.#client;
    const command = new sdk.CopyObjectCommand({
      ...{ Bucket: this.#bucket, Key: keyOf(to) },
      CopySource: `${this.#bucket}/${keyOf(version)}`,
    });
    await client.send(command).catch(rethrow);
  }

  async remove(versions: readonly string[]): Promise<void> {
    const { sdk, client } = this.#client;
    const Objects = versions.filter(isVersion).map((version) => ({ Key: keyOf(version) }));
    if (Objects.length === 0) return;
    const command = new sdk.DeleteObjectsCommand({
      ...{ Bucket: this.#bucket, Delete: { Objects, Quiet: true } },
    });
    await client.send(command).catch(rethrow);
  }

  async *list(): AsyncGenerator<readonly StoredBlob[]> {
    const { sdk, client } = this.#client;
    const pages = sdk.paginateListObjectsV2({ client }, { Bucket: this.#bucket, Prefix: folder });
    for await (const { Contents = [] } of pages)
      yield Contents.flatMap(({ Key = '', LastModified = new Date() }) => {
        const version = Key.slice(folder.length);
        return isVersion(version) ? [{ version, writtenAt: LastModified }] : [];
      });
  }

  async removeUnfinished(before: Date): Promise<void> {
    await this.#staged.removeUnfinished(before);
    for await (const group of this.#staged.list()) {
      const old = group.filter(({ writtenAt }) => writtenAt < before);
      await this.#staged.remove(old.map(({ version }) => version));
    }
  }

  /** A failure aborts the parts. */
  async #passOn(version: string): Promise<void> {
    const { Upload, client } = this.#client;
    const Body = createReadStream(this.#staged.pathOf(version));
    const params = { Bucket: this.#bucket, Key: keyOf(version), Body };
    await new Upload({ client, params, partSize: partBytes, queueSize: 1 }).done();
  }
}

/**
 * Uploads in progress in a bucket of S3: `resumable/<upload>/<name>`. Of writers on different servers one succeeds where the
 * service knows conditional writes; those of one server are told apart here.
 */
class S3ResumableFiles implements ResumableFiles {
  readonly incoming: string;
  readonly #adding = new Set<string>();
  readonly #client: Client;
  readonly #bucket: string;

  constructor(client: Client, bucket: string, stagingFolder: string) {
    this.#client = client;
    this.#bucket = bucket;
    this.incoming = join(stagingFolder, 'incoming');
  }

  async add(upload: string, name: string, path: string): Promise<boolean> {
    const Key = partKey(upload, name);
    if (this.#adding.has(Key)) return false;
    this.#adding.add(Key);
    try {
      return !(await this.#exists(Key)) && (await this.#put(Key, path));
    } finally {
      this.#adding.delete(Key);
    }
  }

  async #exists(Key: string): Promise<boolean> {
    const { sdk, client } = this.#client;
    const command = new sdk.HeadObjectCommand({ Bucket: this.#bucket, Key });
    try {
      await client.send(command);
      return true;
    } catch (error) {
      const failure = clearError(error);
      if (failure instanceof MissingBlob) return false;
      throw failure;
    }
  }

  async #put(Key: string, path: string): Promise<boolean> {
    const { sdk, client } = this.#client;
    const command = new sdk.PutObjectCommand({
      ...{ Bucket: this.#bucket, Key, IfNoneMatch: '*' },
      ...{ Body: createReadStream(path), ContentLength: (await stat(path)).size },
    });
    try {
      await client.send(command);
      return true;
    } catch (error) {
      const { httpStatusCode } =
        (error as { $metadata?: { httpStatusCode?: number } }).$metadata ?? {};
      if (httpStatusCode === 409 || httpStatusCode === 412) return false;
      throw clearError(error);
    }
  }

  async list(upload: string): Promise<readonly ResumableFile[]> {
    const prefix = partKey(upload, '');
    const found: ResumableFile[] = [];
    for await (const { Contents = [] } of this.#pages(prefix))
      for (const { Key = '', Size = 0 } of Contents)
        found.push({ name: Key.slice(prefix.length), size: Size });
    return found;
  }

  async read(upload: string, name: string): Promise<Readable> {
    const { sdk, client } = this.#client;
    const command = new sdk.GetObjectCommand({ Bucket: this.#bucket, Key: partKey(upload, name) });
    const { Body } = await client.send(command).catch(rethrow);
    return Body as Readable;
  }

  async remove(upload: string, names?: readonly string[]): Promise<void> {
    const { sdk, client } = this.#client;
    const given = names ?? (await this.list(upload)).map(({ name }) => name);
    for (let first = 0; first < given.length; first += 1000) {
      const Objects = given
        .slice(first, first + 1000)
        .map((name) => ({ Key: partKey(upload, name) }));
      const Delete = { Objects, Quiet: true };
      await client
        .send(new sdk.DeleteObjectsCommand({ Bucket: this.#bucket, Delete }))
        .catch(rethrow);
    }
  }

  async *begun(): AsyncGenerator<{ readonly upload: string; readonly at: Date }> {
    for await (const { Contents = [] } of this.#pages(resumableFolder))
      for (const { Key = '', LastModified = new Date() } of Contents) {
        const [upload = '', name] = Key.slice(resumableFolder.length).split('/');
        if (name === firstFile && isVersion(upload)) yield { upload, at: LastModified };
      }
  }

  async *#pages(Prefix: string) {
    const { sdk, client } = this.#client;
    try {
      yield* sdk.paginateListObjectsV2({ client }, { Bucket: this.#bucket, Prefix });
    } catch (error) {
      throw clearError(error);
    }
  }
}

/** @param stagingFolder where uploads arrive first */
export async function openS3(options: S3Options, stagingFolder: string) {
  const client = await openClient(options);
  return {
    blobs: new S3Blobs(client, options.bucket, stagingFolder),
    resumable: new S3ResumableFiles(client, options.bucket, stagingFolder),
  };
}
