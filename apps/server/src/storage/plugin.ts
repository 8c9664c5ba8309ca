import cors from '@fastify/cors';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { CallerDatabase } from '../db/database.ts';
import { rejectWhenBusy } from '../http/load-shedding.ts';
import type { Tokens } from '../http/jwt.ts';
import { limitBodies } from '../limits/body-limits.ts';
import type { Allowance } from '../limits/network-budget.ts';
import type { Blobs } from './blobs.ts';
import { bucketRoutes } from './bucket-routes.ts';
import { downloadRoutes } from './download-routes.ts';
import { sendStorageError } from './error-response.ts';
import { storageErrors } from './errors.ts';
import { listRoutes } from './list-routes.ts';
import { objectRoutes } from './object-routes.ts';
import type { PictureCache } from './picture-cache.ts';
import { renderRoutes } from './render-routes.ts';
import type { ResumableFiles } from './resumable-files.ts';
import { describeTus, resumableRoutes } from './resumable-routes.ts';
import { signRoutes } from './sign-routes.ts';
import { UnfinishedBytes } from './unfinished-bytes.ts';
import { uploadRoutes } from './upload-routes.ts';

export interface StorageOptions {
  readonly database: CallerDatabase;
  readonly tokens: Tokens;
  readonly blobs: Blobs;
  readonly resumable: ResumableFiles;
  readonly pictures: PictureCache;
  /** The largest object in bytes. */
  readonly maxBytes: number;
  /** Limits what a network writes; default none. */
  readonly allowance?: Allowance | undefined;
  /** Limits the bytes of the uploads in parts that one owner has begun and not finished; default none. */
  readonly unfinishedBytes?: number | undefined;
}

/** What one network may write: an office of fifty that sends twenty pictures of 5 MB each within ten minutes. */
export const defaultStorageAllowance: Allowance = {
  name: 'storage writes',
  requests: 1200,
  bytes: 1024 * 1024 * 1024,
  windowSeconds: 60,
};

/** Twenty pictures of 25 MB at once. */
export const defaultUnfinishedBytes = 512 * 1024 * 1024;

const exposedHeaders = [
  ...['Location', 'ETag', 'Content-Range', 'Content-Disposition', 'Accept-Ranges'],
  ...['Tus-Resumable', 'Tus-Version', 'Tus-Extension', 'Tus-Max-Size', 'Tus-Complete'],
  ...['Upload-Offset', 'Upload-Length', 'Upload-Metadata', 'Upload-Expires'],
];

const isWrite = ({ method }: FastifyRequest): boolean =>
  !['GET', 'HEAD', 'OPTIONS'].includes(method);

/**
 * `/storage/v1`: buckets and objects as the clients of Supabase Storage know them. Row policies on `storage.buckets` and
 * `storage.objects` decide every call as its caller; the bytes are kept apart, by the version of their row.
 */
export const storagePlugin: FastifyPluginAsync<StorageOptions> = async (app, options) => {
  const { allowance, unfinishedBytes, ...given } = options;
  const unfinished = new UnfinishedBytes(unfinishedBytes ?? Infinity);
  const parts = { ...given, unfinished, log: app.log, prefix: app.prefix };
  describeTus(app, given.maxBytes);
  await app.register(cors, {
    origin: '*',
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    exposedHeaders,
    maxAge: 86_400,
    strictPreflight: false,
  });
  rejectWhenBusy(app);
  limitBodies(app, allowance, isWrite);
  // Bodies are read by the routes: those of uploads as they arrive, whatever their type.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, stream, done) => done(null, stream));
  app.setErrorHandler(sendStorageError);
  app.setNotFoundHandler((request, reply) =>
    sendStorageError(storageErrors.notFound(), request, reply),
  );
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store');
    done();
  });
  bucketRoutes(app, parts);
  downloadRoutes(app, parts);
  uploadRoutes(app, parts);
  signRoutes(app, parts);
  listRoutes(app, parts);
  objectRoutes(app, parts);
  renderRoutes(app, parts);
  resumableRoutes(app, parts);
};
