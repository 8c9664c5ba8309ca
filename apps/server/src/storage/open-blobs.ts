import { join } from 'node:path';
import type { Blobs } from './blobs.ts';
import { FileBlobs } from './file-blobs.ts';
import { LocalResumableFiles, type ResumableFiles } from './resumable-files.ts';
import { openS3, type S3Options } from './s3-blobs.ts';

/** The folder of the service in the data folder. */
export const storageFolder = (dataDir: string): string => join(dataDir, 'storage');

/** The bytes of objects, and of uploads in progress: in the data folder, or in the bucket of S3 that is set. */
export async function openBlobs({
  dataDir,
  s3,
}: {
  readonly dataDir: string;
  readonly s3: S3Options | undefined;
}): Promise<{ readonly blobs: Blobs; readonly resumable: ResumableFiles }> {
  const folder = storageFolder(dataDir);
  if (s3 !== undefined) return openS3(s3, join(folder, 'staged'));
  return { blobs: new FileBlobs(folder), resumable: new LocalResumableFiles(folder) };
}

/** The bytes of objects in the folder of a backup. */
export const blobsOfBackup = (folder: string): Blobs => new FileBlobs(folder);
