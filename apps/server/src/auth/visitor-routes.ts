import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { signUp } from './accounts.ts';
import { signUpAnonymously } from './anonymous.ts';
import { requirePerson } from './captcha.ts';
import { authErrors } from './errors.ts';
import { evenly } from './even-time.ts';
import { checkMetadata, checkSignUpData } from './metadata.ts';
import { countAnonymousSignUp } from './network-limits.ts';
import { exchangeCode, readCodeChallenge } from './pkce.ts';
import { health, openSettings } from './public-facts.ts';
import { isRefreshToken, refreshSession } from './refresh-tokens.ts';
import { clientOf, readerOf, sendSession } from './requests.ts';
import {
  checkEmail,
  formValue,
  passwordGrantBody,
  pkceGrantBody,
  queryValue,
  readBody,
  refreshGrantBody,
  signUpBody,
} from './schemas.ts';
import { signInWithPassword } from './sessions.ts';
import type { AuthParts } from './settings.ts';

/** GET and POST without a token: what a visitor may do. */
export function visitorRoutes(app: FastifyInstance, auth: AuthParts): void {
  app.get('/health', () => health);
  app.get('/settings', () => openSettings(auth.config));
  app.get('/.well-known/jwks.json', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=600').send({ keys: auth.tokens.publicKeys }),
  );

  app.post('/signup', async (request, reply) => {
    await requirePerson(auth, request);
    const body = readBody(request, signUpBody);
    const { email, phone, password, data } = body;
    if (email !== '' && phone !== '') {
      throw authErrors.validationFailed(
        'Only an email address or phone number should be provided on signup.',
      );
    }
    if (phone !== '') throw authErrors.phoneSignUpOff();
    if (email === '') {
      if (!auth.config.anonymous) throw authErrors.anonymousOff();
      checkMetadata('user_metadata', data);
      await countAnonymousSignUp(auth, request);
      return sendSession(auth, reply, await signUpAnonymously(auth, data, clientOf(request)));
    }
    const challenge = readCodeChallenge(body);
    const asked = { email: checkEmail(email), password, data, challenge };
    checkSignUpData(asked.email, data);
    const open = () => signUp(auth, asked, clientOf(request), readerOf(request, auth));
    // Without links a taken address is told anyway.
    const outcome = await (auth.config.autoconfirm ? open() : evenly(open));
    if ('session' in outcome) return sendSession(auth, reply, outcome.session);
    return outcome.user;
  });

  app.post('/token', async (request, reply) => {
    const grant = queryValue(request, 'grant_type') ?? formValue(request, 'grant_type');
    if (grant === 'password') return passwordGrant(auth, request, reply);
    if (grant === 'refresh_token') return refreshGrant(auth, request, reply);
    if (grant === 'pkce') return pkceGrant(auth, request, reply);
    throw authErrors.unsupportedGrant();
  });
}

async function passwordGrant(auth: AuthParts, request: FastifyRequest, reply: FastifyReply) {
  await requirePerson(auth, request);
  const { email, phone, password } = readBody(request, passwordGrantBody);
  if (email !== '' && phone !== '') {
    throw authErrors.validationFailed(
      'Only an email address or phone number should be provided on login.',
    );
  }
  if (phone !== '') throw authErrors.phoneSignInOff();
  if (email === '') throw authErrors.validationFailed('missing email or phone');
  const credentials = { email: email.toLowerCase(), password };
  return sendSession(auth, reply, await signInWithPassword(auth, credentials, clientOf(request)));
}

async function refreshGrant(auth: AuthParts, request: FastifyRequest, reply: FastifyReply) {
  const { refresh_token: token } = readBody(request, refreshGrantBody);
  if (!isRefreshToken(token)) throw authErrors.validationFailed('Refresh token is not valid');
  return sendSession(auth, reply, await refreshSession(auth, token, clientOf(request)));
}

async function pkceGrant(auth: AuthParts, request: FastifyRequest, reply: FastifyReply) {
  const { auth_code: code, code_verifier: verifier } = readBody(request, pkceGrantBody);
  return sendSession(auth, reply, await exchangeCode(auth, { code, verifier }, clientOf(request)));
}
