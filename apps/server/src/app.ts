import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Server } from 'node:net';
import { join } from 'node:path';
import { systemStatusFunction } from '@bkksiam/domain/system-status';
import fastify, { type FastifyInstance } from 'fastify';
import type {
  DrawReceipt,
  HostAbilities,
  ReadPicture,
} from '../../../supabase/functions/_shared/http/environment.ts';
import type { MailAgency } from '../../../supabase/functions/_shared/messages/mail-agency.ts';
import { messageRenderers } from '../../../supabase/functions/_shared/messages/message-renderers.ts';
import type { VapidKeys } from '../../../supabase/functions/_shared/messages/vapid.ts';
import { apiDocsPlugin } from './api-docs/plugin.ts';
import { authMailRenderers } from './auth/mails.ts';
import { passwordQueue } from './auth/passwords.ts';
import { authPlugin } from './auth/plugin.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { reconcileOrdersOnSchedule } from './functions/flight-orders.ts';
import {
  functionEnvironment,
  hostedFunctions,
  openFunctions,
} from './functions/hosted-functions.ts';
import {
  defaultFunctionsAllowance,
  defaultUploadAllowance,
  functionsPlugin,
} from './functions/plugin.ts';
import { systemStatus, type SystemProbes } from './functions/system-status.ts';
import {
  answerErrors,
  answerUnknownPaths,
  escapeMalformedPath,
  originForm,
} from './http/fallback-errors.ts';
import {
  connectionLimits,
  limitConnections,
  requestLimits,
  type ConnectionLimits,
} from './http/connection-limits.ts';
import { stopGracefully } from './http/graceful-stop.ts';
import { anonKey, createTokens, serviceKey, type Tokens } from './http/jwt.ts';
import { shedLoad } from './http/load-shedding.ts';
import { RequestLog } from './http/request-log.ts';
import { pathOf } from './http/request-path.ts';
import { limitUnreadResponses, unreadLimits } from './http/unread-responses.ts';
import { rateLimitRejections } from './limits/rate-limits.ts';
import { paceNetworks, requestPace } from './limits/request-pace.ts';
import { accountMails } from './mail/account-mails.ts';
import { mailChannel, shortMessageChannels, type Mailer } from './mail/mailer.ts';
import { readJobStates, runJobs } from './jobs/run-jobs.ts';
import { readMailQueue } from './mail/mail-queue.ts';
import { ReceiptDrawer } from './papers/receipt-drawer.ts';
import { callAsService, productMessages } from './outbox/product-messages.ts';
import { runOutbox, type OutboxWorker } from './outbox/worker.ts';
import { serveHealth } from './observability/health.ts';
import { measureApp } from './observability/metrics.ts';
import { serveMetrics } from './observability/metrics-route.ts';
import { noTracing, type InTrace, type Tracing } from './observability/tracing.ts';
import { realtimePlugin } from './realtime/plugin.ts';
import { defaultAllowance, restPlugin } from './rest/plugin.ts';
import { sitePlugin } from './site/plugin.ts';
import { RenderedPages } from './site/rendered-pages.ts';
import { absoluteSettings, publicSettings, type PublicSettings } from './site/public-settings.ts';
import { SlipReader } from './slips/slip-reader.ts';
import { PictureCache } from './storage/picture-cache.ts';
import { storageJobs } from './storage/sweep.ts';
import { openBlobs, storageFolder } from './storage/open-blobs.ts';
import {
  defaultStorageAllowance,
  defaultUnfinishedBytes,
  storagePlugin,
} from './storage/plugin.ts';
import { storePlugin } from './store/plugin.ts';
import { ResponseCache } from './store/response-cache.ts';
import { tokenKeys } from './token-keys.ts';
import { unsupportedPlugin } from './unsupported/plugin.ts';

/** The configuration of the app, with the resolved JWT secret and the folder of the built site. */
export interface AppConfig extends Config {
  readonly jwtSecret: string;
  readonly pushKeys?: VapidKeys;
  /** Folder of the built site; undefined serves only the APIs. */
  readonly siteDir?: string | undefined;
  /** What describes the API at `/docs`; default nothing. */
  readonly docs?: { readonly version: string; readonly rendererFile: string } | undefined;
}

export interface AppOptions {
  readonly logLevel?: string;
  readonly logTo?: { write(line: string): void };
  readonly connectionLimits?: ConnectionLimits;
  readonly shedsLoad?: boolean;
  readonly tracing?: Tracing;
}

/** Logs the URL without its query, which holds the token of a mailed link. */
function loggedRequest(request: { method: string; url: string; ip: string }) {
  return { method: request.method, path: pathOf(request.url), ip: request.ip };
}

function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
}

/** The base URL at which this process reaches its own server, past any proxy; a wildcard address becomes loopback. */
function baseUrlOf(server: Server): string {
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('the server does not listen');
  const { address, family, port } = bound;
  if (address === '0.0.0.0') return `http://127.0.0.1:${port}`;
  if (address === '::') return `http://[::1]:${port}`;
  return family === 'IPv6' ? `http://[${address}]:${port}` : `http://${address}:${port}`;
}

/** The health checks shown to admins. The store is checked by a stock request, which is never cached. */
function systemProbes(
  database: Database,
  { storeUrl, storeId }: AppConfig,
  here: () => string,
): SystemProbes {
  const stock = `/store/${encodeURIComponent(storeId)}/variants?fields=inventory_quantity&product_ids[]=none`;
  return {
    database: () => database.ping(),
    mail: () => readMailQueue(database),
    store: async (signal, headers) => {
      const answer = await fetch((storeUrl ?? here()) + stock, { signal, headers });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`the store answered ${String(answer.status)}`);
    },
  };
}

/** Serves the site if it is built, and the 404 response to every unknown path. */
async function serveSite(
  app: FastifyInstance,
  { siteDir, siteUrl, imageHosts }: AppConfig,
  settings: PublicSettings,
  pages: RenderedPages,
): Promise<void> {
  if (!siteDir) {
    answerUnknownPaths(app, undefined);
    return;
  }
  const shell = await sitePlugin(app, {
    siteDir,
    siteUrl,
    settings,
    imageHosts,
    baseUrl: () => baseUrlOf(app.server),
    pages,
  });
  // `/store` is a page of the site; paths below it belong to the store service.
  app.get('/store', shell);
  answerUnknownPaths(app, shell);
}

/** An app without routes. Every response has the id of its request. */
function createApp({ trustProxy, rateLimit }: AppConfig, options: AppOptions): FastifyInstance {
  const { logLevel, logTo, connectionLimits: limits = connectionLimits } = options;
  const { tracing = noTracing } = options;
  const app = fastify({
    logger: {
      level: logLevel ?? 'info',
      serializers: { req: loggedRequest },
      ...(logTo && { stream: logTo }),
      ...tracing.logOptions,
    },
    ...tracing.appOptions,
    logController: new RequestLog(),
    genReqId: requestId,
    rewriteUrl: ({ url = '/' }) => escapeMalformedPath(originForm(url)),
    trustProxy: trustProxy.length > 0 && [...trustProxy],
    ...requestLimits(limits),
    forceCloseConnections: 'idle',
    // Requests that still arrive during a stop are served on connections that then close.
    return503OnClosing: false,
    routerOptions: {
      ignoreTrailingSlash: true,
      // Protocols parse their queries themselves; to parse one of 16 kB for nothing takes half a millisecond.
      querystringParser: () => ({}),
    },
  });
  tracing.traceRequests(app);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  answerErrors(app);
  if (rateLimit) paceNetworks(app, requestPace);
  limitConnections(app, limits);
  limitUnreadResponses(app, unreadLimits);
  return app;
}

interface Caches {
  readonly pages: RenderedPages;
  readonly storeResponses: ResponseCache;
}

async function addMetrics(
  app: FastifyInstance,
  { metricsToken, hosted }: AppConfig,
  database: Database,
  { pages, storeResponses }: Caches,
): Promise<void> {
  if (metricsToken === undefined) return;
  const registry = await measureApp(app, {
    database,
    mailQueue: hosted === undefined ? () => readMailQueue(database) : undefined,
    jobs: hosted === undefined ? () => readJobStates(database) : undefined,
    passwordQueue,
    rateLimitRejections,
    caches: { rendered_pages: pages, store_responses: storeResponses },
    renderedPages: pages,
  });
  serveMetrics(app, registry, metricsToken);
}

interface OutboxParts {
  readonly database: Database;
  readonly mailer: Mailer;
  readonly tokens: Tokens;
  readonly inTrace: InTrace;
  readonly drawReceipt: DrawReceipt;
}

/** Sends the mails of the accounts and the messages of the product. */
function sendOutbox(app: FastifyInstance, config: AppConfig, parts: OutboxParts): OutboxWorker {
  const { database, mailer, drawReceipt } = parts;
  const { log } = app;
  const call = callAsService(database);
  const { siteUrl } = config;
  const mails = { renderers: messageRenderers, siteUrl, call, drawReceipt };
  const channels = new Map([
    ['mail', mailChannel(mailer, mails)],
    ...shortMessageChannels(config, mails),
  ]);
  const { tokens, inTrace } = parts;
  const agency =
    config.features.length === 0
      ? undefined
      : async () => (await call('bkk_agency_mail_data', {})) as MailAgency | null;
  const consumers = [
    accountMails({ ...parts, renderers: authMailRenderers(config, tokens), agency, log }),
    productMessages({ call, channels, log, inTrace }),
  ];
  return runOutbox(app, { database, consumers });
}

/** The environment of the functions. */
async function environmentOf(
  app: FastifyInstance,
  config: AppConfig,
  tokens: Tokens,
  abilities: HostAbilities,
) {
  const values = {
    anon: await anonKey(tokens),
    service: await serviceKey(tokens),
    sealing: config.sealingKey ?? config.jwtSecret,
    sealingAccepted:
      config.sealingKey === undefined ? config.jwtSecretAccepted : config.sealingKeyAccepted,
    duffel: {
      token: config.duffelToken,
      url: config.duffelUrl,
      webhookSecret: config.duffelWebhookSecret,
    },
    line: { token: config.lineToken, url: config.lineUrl, secret: config.lineSecret },
    slipCheckUrl: config.slipCheckUrl,
  };
  return functionEnvironment(() => baseUrlOf(app.server), values, abilities);
}

/** What this server does for functions, in threads that end with it. */
function hostAbilities(app: FastifyInstance) {
  const slips = new SlipReader();
  const receipts = new ReceiptDrawer();
  app.addHook('onClose', async () => {
    await Promise.all([slips.close(), receipts.close()]);
  });
  const readPicture: ReadPicture = (...picture) => slips.read(...picture);
  return { drawReceipt: receipts.draw, readPicture };
}

/** Where the bytes of objects and of uploads in progress are, and the pictures made of them. */
async function filesOf({ dataDir, s3 }: AppConfig) {
  return {
    ...(await openBlobs({ dataDir, s3 })),
    pictures: new PictureCache(join(storageFolder(dataDir), 'pictures')),
  };
}

/** Registers what a hosted project replaces: accounts, data and functions. */
async function registerSupabase(
  app: FastifyInstance,
  config: AppConfig,
  database: Database,
  mailer: Mailer,
  tokens: Tokens,
  inTrace: InTrace,
): Promise<OutboxWorker> {
  await app.register(authPlugin, { prefix: '/auth/v1', config, database, tokens });
  const abilities = hostAbilities(app);
  const outbox = sendOutbox(app, config, { database, mailer, tokens, inTrace, ...abilities });
  await app.register(restPlugin, {
    prefix: '/rest/v1',
    database,
    tokens,
    ...config.rest,
    allowance: config.rateLimit ? defaultAllowance : undefined,
  });
  const environment = await environmentOf(app, config, tokens, abilities);
  const files = await filesOf(config);
  runJobs(app, database, {
    inTrace,
    others: [
      ...reconcileOrdersOnSchedule(environment, app.log),
      ...storageJobs({ ...files, database, log: app.log }),
    ],
  });
  const status = systemStatus(systemProbes(database, config, () => baseUrlOf(app.server)));
  await app.register(functionsPlugin, {
    prefix: '/functions/v1',
    functions: new Map([...hostedFunctions, [systemStatusFunction, status]]),
    openFunctions,
    environment,
    tokens,
    siteUrl: config.siteUrl,
    allowance: config.rateLimit ? defaultFunctionsAllowance : undefined,
    uploadAllowance: config.rateLimit ? defaultUploadAllowance : undefined,
  });
  await app.register(realtimePlugin, {
    prefix: '/realtime/v1',
    database,
    tokens,
    isRateLimited: config.rateLimit,
  });
  await app.register(storagePlugin, {
    prefix: '/storage/v1',
    database,
    tokens,
    ...files,
    maxBytes: config.maxObjectBytes,
    ...(config.rateLimit && {
      allowance: defaultStorageAllowance,
      unfinishedBytes: Math.max(defaultUnfinishedBytes, 2 * config.maxObjectBytes),
    }),
  });
  await app.register(unsupportedPlugin);
  return outbox;
}

/**
 * Builds the whole server around an open database and a mailer: every protocol at its prefix, then the site.
 * The caller listens and closes.
 *
 * @param options.logLevel pino level; `silent` in most tests
 * @param options.logTo replaces the standard output
 * @param options.connectionLimits shorter ones for tests
 * @param options.shedsLoad false where the client runs in the same process and saturates its event loop
 * @param options.tracing default none
 */
export async function buildApp(
  config: AppConfig,
  opened: Database,
  mailer: Mailer,
  options: AppOptions = {},
): Promise<FastifyInstance> {
  const { tracing = noTracing } = options;
  const { inTrace } = tracing;
  const database = tracing.ofDatabase(opened);
  const app = createApp(config, options);
  const stop = stopGracefully(app);
  if (options.shedsLoad ?? true) shedLoad(app, stop.inFlight);
  const tokens = createTokens(tokenKeys(config));
  const settings = publicSettings(config, await anonKey(tokens));
  const caches: Caches = { pages: new RenderedPages(), storeResponses: new ResponseCache() };

  await addMetrics(app, config, database, caches);
  app.get('/config.json', () => absoluteSettings(settings));
  const outbox =
    config.hosted === undefined
      ? await registerSupabase(app, config, database, mailer, tokens, inTrace)
      : undefined;
  serveHealth(app, { database, mail: outbox, stop });
  await app.register(storePlugin, {
    prefix: '/store',
    database,
    storeId: config.storeId,
    cache: caches.storeResponses,
  });
  // A hosted project describes its API itself.
  if (config.docs !== undefined && config.hosted === undefined) {
    const mailedEvents = [...messageRenderers.keys()];
    const { siteUrl, docs } = config;
    await app.register(apiDocsPlugin, { ...docs, siteUrl, mailedEvents, database });
  }
  await serveSite(app, config, settings, caches.pages);
  return app;
}
