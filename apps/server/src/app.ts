import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { systemStatusFunction } from '@bkksiam/domain/system-status';
import fastify, { type FastifyInstance } from 'fastify';
import { authPlugin } from './auth/plugin.ts';
import { readMailQueue } from './auth/mail-queue.ts';
import type { Mailer } from './auth/mailer.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { functionEnvironment } from './functions/environment.ts';
import { functionsPlugin } from './functions/plugin.ts';
import { ownFunctions } from './functions/own-functions.ts';
import { systemStatus, type SystemProbes } from './functions/system-status.ts';
import { decodablePath } from './http/decodable-path.ts';
import { answerUnknownPaths } from './http/fallback-errors.ts';
import { stopGracefully } from './http/graceful-stop.ts';
import { anonKey, createTokens, serviceKey } from './http/jwt.ts';
import { ownAddress } from './http/own-address.ts';
import { absoluteSettings, publicSettings, type PublicSettings } from './http/public-settings.ts';
import { tellSearchEngines } from './http/search-engines.ts';
import { sitePlugin } from './http/site.ts';
import { usualAllowance } from './rest/network-limit.ts';
import { restPlugin } from './rest/plugin.ts';
import { storePlugin } from './store/plugin.ts';

/** The configuration as the app needs it: the secret is settled by now, and the built site may be absent. */
export interface AppConfig extends Config {
  readonly jwtSecret: string;
  /** Folder of the built site; without one only the APIs are served. */
  readonly siteDir?: string | undefined;
}

export interface AppOptions {
  readonly logLevel?: string;
  readonly logTo?: { write(line: string): void };
}

const requestTimeoutMs = 30_000;

/** A link in a mail carries its token in the query, so a logged address ends before it. */
function loggedRequest(request: { method: string; url: string; ip: string }) {
  return { method: request.method, path: request.url.split('?', 1)[0], ip: request.ip };
}

function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
}

/** What admins are told of the system. The store is asked as the site asks it, for stock, which is never kept. */
function systemProbes(
  database: Database,
  { storeUrl, storeId }: AppConfig,
  here: () => string,
): SystemProbes {
  const stock = `/store/${encodeURIComponent(storeId)}/variants?fields=inventory_quantity&product_ids[]=none`;
  return {
    database: () => database.ping(),
    mail: () => readMailQueue(database),
    store: async (signal) => {
      const answer = await fetch((storeUrl ?? here()) + stock, { signal });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`the store answered ${String(answer.status)}`);
    },
  };
}

/** The pages of the site where it is built, and an answer to every address that is none of ours. */
async function serveSite(
  app: FastifyInstance,
  { siteDir, siteUrl, imageHosts }: AppConfig,
  settings: PublicSettings,
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
    ownAddress: () => ownAddress(app.server),
  });
  // Below it the store answers, not the site.
  app.get('/store', shell);
  tellSearchEngines(app, siteUrl);
  answerUnknownPaths(app, shell);
}

/**
 * Builds the whole server around an open database and a mailer: every protocol at its prefix, then the site.
 * The caller listens and closes.
 *
 * @param options.logLevel pino level; `silent` in most tests
 * @param options.logTo where the lines go in place of the standard output
 */
export async function buildApp(
  config: AppConfig,
  database: Database,
  mailer: Mailer,
  options: AppOptions = {},
): Promise<FastifyInstance> {
  const app = fastify({
    logger: {
      level: options.logLevel ?? 'info',
      serializers: { req: loggedRequest },
      ...(options.logTo && { stream: options.logTo }),
    },
    genReqId: requestId,
    rewriteUrl: ({ url = '/' }) => decodablePath(url),
    trustProxy: config.trustProxy.length > 0 && [...config.trustProxy],
    requestTimeout: requestTimeoutMs,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true },
  });
  stopGracefully(app);
  const tokens = createTokens({ secret: config.jwtSecret, keys: config.jwtKeys });
  const settings = publicSettings(config, await anonKey(tokens));

  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.get('/health', async (_request, reply) => {
    try {
      await database.ping();
      return { status: 'ok' };
    } catch {
      return reply.code(503).send({ status: 'unavailable' });
    }
  });
  app.get('/config.json', () => absoluteSettings(settings));

  if (config.hosted === undefined) {
    await app.register(authPlugin, { prefix: '/auth/v1', config, database, tokens, mailer });
    await app.register(restPlugin, {
      prefix: '/rest/v1',
      database,
      tokens,
      allowance: config.rateLimit ? usualAllowance : undefined,
    });
    const keys = { anon: settings.anonKey, service: await serviceKey(tokens) };
    const status = systemStatus(systemProbes(database, config, () => ownAddress(app.server)));
    await app.register(functionsPlugin, {
      prefix: '/functions/v1',
      functions: new Map([...ownFunctions, [systemStatusFunction, status]]),
      environment: functionEnvironment(() => ownAddress(app.server), keys),
      tokens,
      siteUrl: config.siteUrl,
    });
  }
  await app.register(storePlugin, { prefix: '/store', database, storeId: config.storeId });
  await serveSite(app, config, settings);
  return app;
}
