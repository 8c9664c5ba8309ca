import type { FastifyInstance, FastifyRequest } from 'fastify';
import { changeAccount } from './account-changes.ts';
import { requireCaller, type Caller } from './callers.ts';
import { authErrors } from './errors.ts';
import { identityRoutes } from './external-sign-in.ts';
import { factorRoutes } from './factor-routes.ts';
import { requestReauthentication } from './reauthentication.ts';
import { clientOf, inMinimumTime, mailContextOf } from './requests.ts';
import { accountBody, queryValue, readBody } from './schemas.ts';
import { signOut, type LogoutScope } from './sessions.ts';
import type { AuthParts } from './settings.ts';

function isLogoutScope(scope: string): scope is LogoutScope {
  return scope === 'global' || scope === 'local' || scope === 'others';
}

/** Routes that need a bearer token, whose caller the hook of this scope looks up. */
export function memberRoutes(app: FastifyInstance, auth: AuthParts): void {
  app.decorateRequest('authCaller', null);
  app.addHook('preHandler', async (request) => {
    request.setDecorator('authCaller', await requireCaller(auth, request.headers));
  });
  const callerOf = (request: FastifyRequest) => request.getDecorator<Caller>('authCaller');

  factorRoutes(app, auth, callerOf);
  identityRoutes(app);
  app.get('/user', (request) => callerOf(request).user);
  app.put('/user', async (request) => {
    const body = readBody(request, accountBody);
    if (Object.keys(body.app_metadata).length > 0) throw authErrors.appMetadataIsNotYours();
    if (body.phone !== '') throw authErrors.phoneSignUpOff();
    const mailContext = mailContextOf(request, auth);
    const change = () =>
      changeAccount(auth, callerOf(request), body, clientOf(request), mailContext);
    return body.email === '' ? change() : inMinimumTime(auth, change);
  });
  app.get('/reauthenticate', { exposeHeadRoute: false }, async (request) => {
    const mailContext = mailContextOf(request, auth);
    await requestReauthentication(auth, callerOf(request), clientOf(request), mailContext);
    return {};
  });
  app.post('/logout', async (request, reply) => {
    const scope = queryValue(request, 'scope') ?? 'global';
    if (!isLogoutScope(scope)) {
      throw authErrors.validationFailed(`Unsupported logout scope "${scope}"`);
    }
    await signOut(auth, callerOf(request), scope, clientOf(request));
    return reply.code(204).send();
  });
}
