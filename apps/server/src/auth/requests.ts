import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientAddress } from '../http/network.ts';
import { sessionBody, type OpenSession } from './sessions.ts';
import { allowedRedirect } from './redirects.ts';
import { requestedRedirects } from './schemas.ts';
import type { AuthParts, Client, MailContext } from './settings.ts';

export function clientOf(request: FastifyRequest): Client {
  return { ip: clientAddress(request.ip), userAgent: request.headers['user-agent'] ?? '' };
}

export function mailContextOf(request: FastifyRequest, auth: AuthParts): MailContext {
  return {
    redirectTo: allowedRedirect(requestedRedirects(request), auth.config),
    acceptLanguage: request.headers['accept-language'],
  };
}

/** Pads the response, also a failed one, so that timing does not reveal whether the address has an account. */
export async function inMinimumTime<T>(auth: AuthParts, work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.allSettled([work(), sleep(auth.config.minimumResponseMs)]);
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

/** Sends a session, and its ids in the headers. */
export async function sendSession(auth: AuthParts, reply: FastifyReply, session: OpenSession) {
  return reply
    .header('sb-auth-user-id', session.user.id)
    .header('sb-auth-session-id', session.id)
    .send(await sessionBody(auth, session));
}
