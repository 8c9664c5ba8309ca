import cors from '@fastify/cors';
import type { FastifyPluginAsync } from 'fastify';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** The error message for a service that this server does not offer. */
function notOffered(service: string): string {
  return `${service} is not offered by this server`;
}

/** The error body of each service, in the format its client expects. */
const bodies: Readonly<Record<string, object>> = {
  '/graphql/v1': { errors: [{ message: notOffered('GraphQL') }] },
};

/**
 * The services of a Supabase project that this server does not offer. Every request gets 404 in the service's own error
 * format.
 */
export const unsupportedPlugin: FastifyPluginAsync = async (app) => {
  await app.register(cors, { origin: '*', methods, maxAge: 86_400, strictPreflight: false });
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store');
    done();
  });
  // Nothing reads a body; Node discards it after the response.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _stream, done) => done(null));
  for (const [prefix, body] of Object.entries(bodies)) {
    for (const url of [prefix, `${prefix}/*`]) {
      app.route({
        method: methods,
        url,
        exposeHeadRoute: false,
        handler: (_request, reply) => reply.code(404).send(body),
      });
    }
  }
};
