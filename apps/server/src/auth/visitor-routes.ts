import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { signUp } from './accounts.ts';
import { signUpAnonymously } from './anonymous.ts';
import { requireCaptcha } from './captcha.ts';
import { authErrors } from './errors.ts';
import { idTokenError } from './external-sign-in.ts';
import { checkMetadata, checkSignUpData } from './metadata.ts';
import { countAnonymousSignUp } from './rate-limits.ts';
import { signInWithPassword } from './password-sign-in.ts';
import { exchangeCode, readCodeChallenge } from './pkce.ts';
import { health, publicSettings } from './service-info.ts';
import { isRefreshToken, refreshSession } from './refresh-tokens.ts';
import { clientOf, inMinimumTime, mailContextOf, sendSession } from './requests.ts';
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
import type { AuthParts } from './settings.ts';

/** Routes without a token. */
export function visitorRoutes(app: FastifyInstance, auth: AuthParts): void {
  app.get('/health', () => health);
  app.get('/settings', () => publicSettings(auth.config));
  app.get('/.well-known/jwks.json', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=600').send({ keys: auth.tokens.publicKeys }),
  );

  app.post('/signup', async (request, reply) => {
    await requireCaptcha(auth, request);
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
    const open = () => signUp(auth, asked, clientOf(request), mailContextOf(request, auth));
    // Without links a taken address is reported anyway.
    const result = await (auth.config.autoconfirm ? open() : inMinimumTime(auth, open));
    if ('session' in result) return sendSession(auth, reply, result.session);
    return result.user;
  });

  app.post('/token', async (request, reply) => {
    const grant = queryValue(request, 'grant_type') ?? formValue(request, 'grant_type');
    if (grant === 'password') return passwordGrant(auth, request, reply);
    if (grant === 'refresh_token') return refreshGrant(auth, request, reply);
    if (grant === 'pkce') return pkceGrant(auth, request, reply);
    if (grant === 'id_token') throw idTokenError(request);
    if (grant === 'web3') throw authErrors.web3Off();
    throw authErrors.unsupportedGrant();
  });
}

async function passwordGrant(auth: AuthParts, request: FastifyRequest, reply: FastifyReply) {
  await requireCaptcha(auth, request);
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
