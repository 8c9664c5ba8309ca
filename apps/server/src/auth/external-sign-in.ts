import type { FastifyInstance, FastifyRequest } from 'fastify';
import { authErrors, type AuthError } from './errors.ts';
import { redirectWithError } from './link-routes.ts';
import { allowedRedirect } from './redirects.ts';
import { idTokenGrantBody, queryValue, readBody, requestedRedirects } from './schemas.ts';
import { oauthProviders } from './service-info.ts';
import type { AuthParts } from './settings.ts';

/** Issuers of id tokens, by their provider. Azure has one per tenant and Keycloak one per installation. */
const issuers: Readonly<Record<string, string | undefined>> = {
  apple: 'https://appleid.apple.com',
  facebook: 'https://www.facebook.com',
  google: 'https://accounts.google.com',
  kakao: 'https://kauth.kakao.com',
};
const idTokenProviders = new Set([...Object.keys(issuers), 'azure', 'keycloak']);
const maxShown = 100;

/** The error of `POST /token?grant_type=id_token`. @throws bad_json */
export function idTokenError(request: FastifyRequest): AuthError {
  const { provider, client_id: clientId, issuer } = readBody(request, idTokenGrantBody);
  if (provider === '' && (clientId === '' || issuer === '')) {
    return authErrors.validationFailed('provider or client_id and issuer required');
  }
  const known = Object.keys(issuers).find((name) => issuers[name] === issuer) ?? provider;
  if (idTokenProviders.has(known)) {
    return authErrors.issuerOff(issuers[known] ?? issuer.slice(0, maxShown));
  }
  const shown = JSON.stringify(provider.slice(0, maxShown));
  return authErrors.validationFailed(`Custom OIDC provider ${shown} not allowed`);
}

function providerError(request: FastifyRequest): AuthError {
  const provider = (queryValue(request, 'provider') ?? '').toLowerCase();
  if (oauthProviders.includes(provider)) return authErrors.providerOff();
  const shown = provider.slice(0, maxShown);
  return authErrors.validationFailed(`Unsupported provider: Provider ${shown} could not be found`);
}

/** OAuth and SAML, which are not offered: every request is answered with GoTrue's error for that. */
export function externalSignInRoutes(app: FastifyInstance, auth: AuthParts): void {
  app.get('/authorize', async (request, reply) => {
    const error = providerError(request);
    if (request.headers.accept?.includes('text/html') !== true) throw error;
    const address = allowedRedirect(requestedRedirects(request), auth.config);
    const isPkce = queryValue(request, 'code_challenge') !== undefined;
    return redirectWithError(reply, address, error, isPkce);
  });
  for (const path of ['/sso', '/sso/*']) {
    app.all(path, () => {
      throw authErrors.samlOff();
    });
  }
}

/** Identities of other providers cannot be linked, in the scope of the member routes. */
export function identityRoutes(app: FastifyInstance): void {
  const refuse = () => {
    throw authErrors.linkingOff();
  };
  app.get('/user/identities/authorize', refuse);
  app.delete('/user/identities/:id', refuse);
}
