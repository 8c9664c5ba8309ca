import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pathOf } from './request-path.ts';

/** Sends the site's page, whose router renders the route or its 404 page. */
export type Shell = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

const api = /^\/(auth|rest|functions|store|realtime|storage|graphql)\/(?:v1\b)?/;
const file = /\.[a-z0-9]{2,5}$/i;

function wantsPage(request: FastifyRequest): boolean {
  const path = pathOf(request.url);
  const reads = request.method === 'GET' || request.method === 'HEAD';
  return reads && !api.test(path) && !file.test(path);
}

const authority = /^https?:\/\/[^/?#]*/i;

/** The path and query of a request target, also of one in absolute form, which clients send to a proxy (RFC 9112 §3.2). */
export function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const path = target.replace(authority, '');
  return path === '' || path.startsWith('?') ? `/${path}` : path;
}

/**
 * Escapes the percent signs of a path that cannot be decoded. Without it the router answers 400 itself, with neither the
 * headers nor the error format of the protocol at that path.
 */
export function escapeMalformedPath(url: string): string {
  const path = pathOf(url);
  if (!path.includes('%')) return url;
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}

/**
 * A hook of routes that proxies keep from outside by their path: no other spelling that the router accepts reaches them,
 * such as one with a slash at the end or an encoded letter.
 */
export function requireExactPath(
  request: FastifyRequest,
  reply: FastifyReply,
  done: () => void,
): void {
  if (pathOf(request.url) === request.routeOptions.url) done();
  else reply.callNotFound();
}

/** Sets the last handlers: the page for a URL a visitor may have typed, plain JSON for everything else. */
export function answerUnknownPaths(app: FastifyInstance, shell: Shell | undefined): void {
  app.setNotFoundHandler((request, reply) => {
    if (shell !== undefined && wantsPage(request)) return shell(request, reply);
    return reply.code(404).send({ message: 'Not found' });
  });
}

/** Answers the errors of all routes whose protocol has no handler; set before them, because a route keeps the one it finds. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: { statusCode?: number; message: string }, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status < 500) return reply.code(status).send({ message: error.message });
    request.log.error({ err: error }, 'unexpected error');
    return reply.code(500).send({ message: 'Something went wrong. Please try again.' });
  });
}
