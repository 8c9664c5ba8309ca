import type { FastifyInstance, FastifyRequest } from 'fastify';
import { networkOf } from '../http/network.ts';
import { isService } from './callers.ts';
import { authErrors } from './errors.ts';
import { countUses, firstExceeded, type Limit } from './limits.ts';
import { clientOf } from './requests.ts';
import type { AuthParts } from './settings.ts';

const minute = 60;
const fiveMinutes = 300;
const hour = 3600;
const often = (name: string): Limit => ({ name, most: 30, windowSeconds: fiveMinutes });
const verify = often('verify');
const anonymous: Limit = { name: 'anonymous', most: 30, windowSeconds: hour };

/** GoTrue's limits for one network, by method and path below the prefix. */
const limits: Readonly<Record<string, Limit>> = {
  'POST /token': { name: 'token', most: 150, windowSeconds: fiveMinutes },
  'GET /verify': verify,
  'POST /verify': verify,
  'POST /signup': often('signup'),
  'POST /otp': often('otp'),
  'POST /magiclink': often('magiclink'),
  'POST /recover': often('recover'),
  'POST /resend': often('resend'),
  'PUT /user': often('user'),
  'GET /reauthenticate': often('reauthenticate'),
  'POST /factors/:id/challenge': { name: 'factor challenge', most: 15, windowSeconds: minute },
  'POST /factors/:id/verify': { name: 'factor verify', most: 15, windowSeconds: minute },
};

async function countRequest(auth: AuthParts, request: FastifyRequest, limit: Limit): Promise<void> {
  if (await isService(auth, request.headers)) return;
  const uses = [{ limit, subject: networkOf(clientOf(request).ip) }];
  const [result] = await auth.database.asService([countUses(uses)]);
  const exceeded = firstExceeded(uses, result);
  if (exceeded !== null) throw authErrors.tooManyTries(exceeded.seconds);
}

/**
 * Counts an account without an address for the network that opens it, beside its sign-ups of every kind: only the body
 * tells which it is.
 *
 * @throws over_request_rate_limit
 */
export async function countAnonymousSignUp(
  auth: AuthParts,
  request: FastifyRequest,
): Promise<void> {
  if (auth.config.rateLimit) await countRequest(auth, request, anonymous);
}

/**
 * Refuses what a network asks too often, before its body is read: 429 with `Retry-After`. Whose address counts is the
 * server's `trustProxy`. The service key is not limited: the admin's functions all come from this machine.
 */
export function limitNetworks(app: FastifyInstance, auth: AuthParts): void {
  if (!auth.config.rateLimit) return;
  const limitOf = ({ method, routeOptions }: FastifyRequest): Limit | undefined =>
    limits[`${method} ${(routeOptions.url ?? '').slice(app.prefix.length)}`];
  app.addHook('onRequest', async (request) => {
    const limit = limitOf(request);
    if (limit !== undefined) await countRequest(auth, request, limit);
  });
}
