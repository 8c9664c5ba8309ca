import cors from '@fastify/cors';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { CallerDatabase } from '../db/database.ts';
import { rejectWhenBusy } from '../http/load-shedding.ts';
import type { Tokens } from '../http/jwt.ts';
import { clientAddress, networkOf } from '../http/network.ts';
import { NetworkBudget, type Allowance } from '../limits/network-budget.ts';
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
}

/** What one network may write: an office of fifty that sends twenty pictures of 5 MB each within ten minutes. */
export const defaultStorageAllowance: Allowance = {
  name: 'storage writes',
  requests: 1200,
  bytes: 1024 * 1024 * 1024,
  windowSeconds: 60,
};

const exposedHeaders = [
  ...['Location', 'ETag', 'Content-Range', 'Content-Disposition', 'Accept-Ranges'],
  ...['Tus-Resumable', 'Tus-Version', 'Tus-Extension', 'Tus-Max-Size', 'Tus-Complete'],
  ...['Upload-Offset', 'Upload-Length', 'Upload-Metadata', 'Upload-Expires'],
];

/** Counts requests that write, and the bytes of their bodies as they are announced. */
function countWrites(app: FastifyInstance, allowance: Allowance | undefined): void {
  if (allowance === undefined) return;
  const budget = new NetworkBudget(allowance);
  app.addHook('onRequest', ({ method, ip, headers }, _reply, done) => {
    try {
      if (!['GET', 'HEAD', 'OPTIONS'].includes(method)) {
        const network = networkOf(clientAddress(ip));
        budget.countRequest(network);
        budget.countBytes(network, Number(headers['content-length'] ?? 0));
      }
      done();
    } catch (error) {
      done(error as Error);
    }
  });
}

/**
 * `/storage/v1`: buckets and objects as the clients of Supabase Storage know them. Row policies on `storage.buckets` and
 * `storage.objects` decide every call as its caller; the bytes are kept apart, by the version of their row.
 */
export const storagePlugin: FastifyPluginAsync<StorageOptions> = async (app, options) => {
  const { allowance, ...given } = options;
  const parts = { ...given, log: app.log, prefix: app.prefix };
  describeTus(app, given.maxBytes);
  await app.register(cors, {
    origin: '*',
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    exposedHeaders,
    maxAge: 86_400,
    strictPreflight: false,
  });
  rejectWhenBusy(app);
  countWrites(app, allowance);
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
