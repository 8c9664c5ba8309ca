import cors from '@fastify/cors';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { rejectWhenBusy } from '../http/load-shedding.ts';
import { adminRoutes } from './admin-routes.ts';
import { sendAuthError } from './error-response.ts';
import { authErrors } from './errors.ts';
import { externalSignInRoutes } from './external-sign-in.ts';
import { failedSignIns } from './failed-sign-ins.ts';
import { linkRoutes } from './link-routes.ts';
import { mailRoutes } from './mail-routes.ts';
import { memberRoutes } from './member-routes.ts';
import { limitAuthNetworks } from './rate-limits.ts';
import { formType, isForm } from './schemas.ts';
import { withDefaults, type AuthOptions, type AuthParts } from './settings.ts';
import { visitorRoutes } from './visitor-routes.ts';

const bodyLimit = 1024 * 1024;

/** Bodies are JSON whatever their content type says, so they stay text until a route parses them. */
function readBodiesAsText(app: FastifyInstance): void {
  // Fastify rejects a malformed content type before any parser runs; only a form's is read later.
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw;
    if (isForm(headers['content-type'])) headers['content-type'] = formType;
    else delete headers['content-type'];
    done();
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (_request, body, done) => {
    done(null, body);
  });
}

/** Fastify's own `handlerTimeout` (5.12) stops its timer once a body is read, so it never fires for a POST. */
function limitTime(app: FastifyInstance, limitMs: number): void {
  app.addHook('onRequest', (_request, reply, done) => {
    const timer = setTimeout(() => {
      if (!reply.sent) void reply.send(authErrors.requestTimeout());
    }, limitMs);
    reply.raw.once('close', () => clearTimeout(timer));
    done();
  });
}

/** `/auth/v1`: accounts, sessions and mailed links, as GoTrue's clients know them. */
export const authPlugin: FastifyPluginAsync<AuthOptions> = async (app, options) => {
  const { database, tokens } = options;
  const auth: AuthParts = {
    config: withDefaults(options.config),
    database,
    tokens,
    failedSignIns: failedSignIns(database, app.log),
  };

  await app.register(cors, {
    origin: '*',
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: ['X-Total-Count', 'Link', 'X-Supabase-Api-Version'],
    maxAge: 86_400,
  });
  rejectWhenBusy(app);
  readBodiesAsText(app);
  limitTime(app, auth.config.requestLimitMs);
  limitAuthNetworks(app, auth);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store');
    done();
  });
  app.setErrorHandler(sendAuthError);
  app.setNotFoundHandler((request, reply) => sendAuthError(authErrors.notFound(), request, reply));
  app.addHook('onClose', () => auth.failedSignIns.settle());

  visitorRoutes(app, auth);
  mailRoutes(app, auth);
  linkRoutes(app, auth);
  externalSignInRoutes(app, auth);
  await app.register((members, _options, done) => {
    memberRoutes(members, auth);
    done();
  });
  await app.register((admins, _options, done) => {
    adminRoutes(admins, auth);
    done();
  });
};
