import { join } from 'node:path';
import type { Blobs } from './blobs.ts';
import { FileBlobs } from './file-blobs.ts';
import { openS3Blobs, type S3Options } from './s3-blobs.ts';

/** The folder of the service in the data folder. */
export const storageFolder = (dataDir: string): string => join(dataDir, 'storage');

/** The bytes of objects: in the data folder, or in the bucket of S3 that is set. */
export async function openBlobs({
  dataDir,
  s3,
}: {
  readonly dataDir: string;
  readonly s3: S3Options | undefined;
}): Promise<Blobs> {
  const folder = storageFolder(dataDir);
  return s3 === undefined ? new FileBlobs(folder) : openS3Blobs(s3, join(folder, 'staged'));
}

/** The bytes of objects in the folder of a backup. */
export const blobsOfBackup = (folder: string): Blobs => new FileBlobs(folder);
