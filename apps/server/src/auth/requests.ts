import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientAddress } from '../http/network.ts';
import { sessionBody, type OpenSession } from './sessions.ts';
import { allowedRedirect } from './redirects.ts';
import { askedRedirects } from './schemas.ts';
import type { AuthParts, Client, Reader } from './settings.ts';

/** From where a request came. */
export function clientOf(request: FastifyRequest): Client {
  return { ip: clientAddress(request.ip), userAgent: request.headers['user-agent'] ?? '' };
}

/** How a mail is wanted that this request causes. */
export function readerOf(request: FastifyRequest, auth: AuthParts): Reader {
  return {
    redirectTo: allowedRedirect(askedRedirects(request), auth.config),
    acceptLanguage: request.headers['accept-language'],
  };
}

/** Answers with a session, and names it in the headers. */
export async function sendSession(auth: AuthParts, reply: FastifyReply, session: OpenSession) {
  return reply
    .header('sb-auth-user-id', session.user.id)
    .header('sb-auth-session-id', session.id)
    .send(await sessionBody(auth, session));
}
