import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requireCaller, type Caller } from './callers.ts';
import { authErrors } from './errors.ts';
import { clientOf } from './requests.ts';
import { queryValue } from './schemas.ts';
import { signOut, type LogoutScope } from './sessions.ts';
import type { AuthParts } from './settings.ts';

function isLogoutScope(scope: string): scope is LogoutScope {
  return scope === 'global' || scope === 'local' || scope === 'others';
}

/** What needs a bearer token: everything in this scope has looked its caller up before the handler runs. */
export function memberRoutes(app: FastifyInstance, auth: AuthParts): void {
  app.decorateRequest('authCaller', null);
  app.addHook('preHandler', async (request) => {
    request.setDecorator('authCaller', await requireCaller(auth, request.headers));
  });
  const callerOf = (request: FastifyRequest) => request.getDecorator<Caller>('authCaller');

  app.get('/user', (request) => callerOf(request).user);
  app.post('/logout', async (request, reply) => {
    const scope = queryValue(request, 'scope') ?? 'global';
    if (!isLogoutScope(scope)) {
      throw authErrors.validationFailed(`Unsupported logout scope "${scope}"`);
    }
    await signOut(auth, callerOf(request), scope, clientOf(request));
    return reply.code(204).send();
  });
}
