import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import cors from '@fastify/cors';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { signUp } from './accounts.ts';
import { requireCaller, type Caller } from './callers.ts';
import { authErrors, sendAuthError, toAuthError } from './errors.ts';
import { mailLanguage, writeMail } from './mail-templates.ts';
import { postRoom, type PostRoom } from './mailer.ts';
import { isLinkType, linkAddress, redeemLink } from './one-time-links.ts';
import { health, openSettings } from './public-facts.ts';
import { allowedRedirect, withFragment } from './redirects.ts';
import { isRefreshToken, refreshSession } from './refresh-tokens.ts';
import {
  askedRedirects,
  checkEmail,
  formValue,
  passwordGrantBody,
  queryValue,
  readBody,
  refreshGrantBody,
  signUpBody,
} from './schemas.ts';
import {
  sessionBody,
  signInWithPassword,
  signOut,
  type LogoutScope,
  type OpenSession,
} from './sessions.ts';
import { settleConfig, type AuthOptions, type AuthParts, type Client } from './settings.ts';

const bodyLimit = 1024 * 1024;

function clientOf(request: FastifyRequest): Client {
  // A proxy may forward any text as the address, and IPv6 ones can carry a zone that PostgreSQL does not know.
  const [ip = ''] = request.ip.split('%');
  return { ip: isIP(ip) === 0 ? null : ip, userAgent: request.headers['user-agent'] ?? '' };
}

async function sendSession(auth: AuthParts, reply: FastifyReply, session: OpenSession) {
  return reply
    .header('sb-auth-user-id', session.user.id)
    .header('sb-auth-session-id', session.id)
    .send(await sessionBody(auth, session));
}

/** GET and POST without a token: what a visitor may do. */
function visitorRoutes(app: FastifyInstance, auth: AuthParts, post: PostRoom): void {
  app.get('/health', () => health);
  app.get('/settings', () => openSettings(auth.config));
  app.get('/.well-known/jwks.json', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=600').send({ keys: [] }),
  );

  app.post('/signup', async (request, reply) => {
    const { email, phone, password, data } = readBody(request, signUpBody);
    if (email !== '' && phone !== '') {
      throw authErrors.validationFailed(
        'Only an email address or phone number should be provided on signup.',
      );
    }
    if (phone !== '') throw authErrors.phoneSignUpOff();
    if (email === '') throw authErrors.anonymousOff();
    const asked = { email: checkEmail(email), password, data };
    const outcome = await signUp(auth, asked, clientOf(request));
    if ('session' in outcome) return sendSession(auth, reply, outcome.session);
    if (outcome.linkToken !== null) {
      const redirectTo = allowedRedirect(askedRedirects(request), auth.config);
      const { siteUrl } = auth.config;
      const link = linkAddress(siteUrl, { token: outcome.linkToken, type: 'signup', redirectTo });
      const language = mailLanguage(data.language, request.headers['accept-language']);
      const words = writeMail('confirmation', language, { link, siteUrl });
      post.send({ id: randomUUID(), to: asked.email, language, ...words });
    }
    return outcome.user;
  });

  app.post('/token', async (request, reply) => {
    const grant = queryValue(request, 'grant_type') ?? formValue(request, 'grant_type');
    if (grant === 'password') return passwordGrant(auth, request, reply);
    if (grant === 'refresh_token') return refreshGrant(auth, request, reply);
    throw authErrors.unsupportedGrant();
  });
}

async function passwordGrant(auth: AuthParts, request: FastifyRequest, reply: FastifyReply) {
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

const errorWords: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
};

/** A link is opened by a browser: whatever happens it is led on, and told in the fragment, which no server sees. */
function linkRoutes(app: FastifyInstance, auth: AuthParts): void {
  const leadOn = (reply: FastifyReply, address: string, values: Record<string, string>) =>
    reply
      .header('referrer-policy', 'no-referrer')
      .redirect(withFragment(address, { ...values, sb: '' }), 303);

  // Mail scanners and previews look at links by HEAD; only a GET uses one up.
  app.head('/verify', (_request, reply) => reply.code(200).send());
  app.get('/verify', { exposeHeadRoute: false }, async (request, reply) => {
    const token = queryValue(request, 'token') ?? '';
    const type = queryValue(request, 'type') ?? '';
    if (token === '') throw authErrors.validationFailed('Verify requires a token or a token hash');
    if (type === '') throw authErrors.validationFailed('Verify requires a verification type');
    const address = allowedRedirect(askedRedirects(request), auth.config);
    try {
      if (!isLinkType(type)) throw authErrors.validationFailed('Unsupported verification type');
      const redeemed = await redeemLink(auth, { token, type }, clientOf(request));
      const body = await sessionBody(auth, redeemed.session);
      return await leadOn(reply, address, {
        access_token: body.access_token,
        expires_at: String(body.expires_at),
        expires_in: String(body.expires_in),
        refresh_token: body.refresh_token,
        token_type: body.token_type,
        type: redeemed.type,
      });
    } catch (error) {
      const known = toAuthError(error);
      if (known.status >= 500) request.log.error({ err: error }, 'a link could not be followed');
      return leadOn(reply, address, {
        error: errorWords[known.status] ?? 'server_error',
        error_code: known.code,
        error_description: known.message,
      });
    }
  });
}

function isLogoutScope(scope: string): scope is LogoutScope {
  return scope === 'global' || scope === 'local' || scope === 'others';
}

/** What needs a bearer token: everything in this scope has looked its caller up before the handler runs. */
function memberRoutes(app: FastifyInstance, auth: AuthParts): void {
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

/** The protocol's bodies are JSON whatever their content type says, so they are kept as text until a route reads them. */
function readBodiesAsText(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (_request, body, done) => {
    done(null, body);
  });
}

/** Fastify's own `handlerTimeout` stops its clock when a body has been read (5.12), so it would never ring for a POST. */
function limitTime(app: FastifyInstance, limitMs: number): void {
  app.addHook('onRequest', (_request, reply, done) => {
    const timer = setTimeout(() => {
      if (!reply.sent) void reply.send(authErrors.requestTimeout());
    }, limitMs);
    reply.raw.once('close', () => clearTimeout(timer));
    done();
  });
}

/** `/auth/v1`: accounts, sessions and mailed links, as GoTrue's clients know them. */
export const authPlugin: FastifyPluginAsync<AuthOptions> = async (app, options) => {
  const { database, tokens, mailer } = options;
  const auth: AuthParts = { config: settleConfig(options.config), database, tokens };
  const post = postRoom(mailer, app.log);

  await app.register(cors, {
    origin: '*',
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [
      'accept',
      'authorization',
      'content-type',
      'x-client-ip',
      'x-client-info',
      'x-jwt-aud',
      'x-use-cookie',
      'x-supabase-api-version',
      'apikey',
    ],
    exposedHeaders: ['X-Total-Count', 'Link', 'X-Supabase-Api-Version'],
    maxAge: 86_400,
  });
  readBodiesAsText(app);
  limitTime(app, auth.config.requestLimitMs);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store');
    done();
  });
  app.setErrorHandler(sendAuthError);
  app.setNotFoundHandler((request, reply) => sendAuthError(authErrors.notFound(), request, reply));
  app.addHook('onClose', () => post.settled());

  visitorRoutes(app, auth, post);
  linkRoutes(app, auth);
  await app.register((members, _options, done) => {
    memberRoutes(members, auth);
    done();
  });
};
