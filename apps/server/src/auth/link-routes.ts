import type { FastifyInstance, FastifyReply } from 'fastify';
import { toAuthError } from './error-response.ts';
import { authErrors, type AuthError } from './errors.ts';
import { isFlowToken, redeem, redeemForCode } from './one-time-links.ts';
import { isLinkType, type Proof } from './proofs.ts';
import { allowedRedirect, withFragment, withQuery } from './redirects.ts';
import { clientOf, inMinimumTime, sendSession } from './requests.ts';
import {
  requestedRedirects,
  checkEmail,
  checkPhone,
  queryValue,
  readBody,
  verifyBody,
  type VerifyBody,
} from './schemas.ts';
import { sessionBody } from './sessions.ts';
import type { AuthParts } from './settings.ts';

const singleConfirmationAccepted =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email';

const errorNames: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
};

/** The proof of `POST /verify`, for clients that do not follow the link. */
function readProof(body: VerifyBody): Proof {
  const { type, email, phone, token, token_hash: tokenHash, redirect_to: redirectTo } = body;
  if (type === '') throw authErrors.validationFailed('Verify requires a verification type');
  if ((token === '') === (tokenHash === '')) {
    throw authErrors.validationFailed('Verify requires either a token or a token hash');
  }
  if (tokenHash !== '') {
    if (email !== '' || phone !== '' || redirectTo !== '') {
      throw authErrors.validationFailed('Only the token_hash and type should be provided');
    }
    if (!isLinkType(type)) throw authErrors.validationFailed('Unsupported verification type');
    return { type, token: tokenHash };
  }
  if ((email === '') === (phone === '')) {
    throw authErrors.validationFailed(
      'Only an email address or phone number should be provided on verify',
    );
  }
  if (phone !== '') {
    checkPhone(phone);
    throw authErrors.phoneCodesOff();
  }
  if (!isLinkType(type)) throw authErrors.validationFailed('Unsupported verification type');
  return { type, email: checkEmail(email), code: token };
}

/** @param inQuery whether the query has the values too, where a PKCE client reads them */
function redirectWith(
  reply: FastifyReply,
  address: string,
  values: Record<string, string>,
  inQuery = false,
) {
  return reply
    .header('referrer-policy', 'no-referrer')
    .redirect(
      withFragment(inQuery ? withQuery(address, values) : address, { ...values, sb: '' }),
      303,
    );
}

/** Takes the browser to the address with the error, for the site to show it. */
export function redirectWithError(
  reply: FastifyReply,
  address: string,
  { status, code, message }: AuthError,
  inQuery: boolean,
) {
  const values = {
    error: errorNames[status] ?? 'server_error',
    error_code: code,
    error_description: message,
  };
  return redirectWith(reply, address, values, inQuery);
}

/** A followed link always redirects, with its result in the fragment, which no server sees. */
export function linkRoutes(app: FastifyInstance, auth: AuthParts): void {
  // Mail scanners and previews send HEAD; only GET redeems.
  app.head('/verify', (_request, reply) => reply.code(200).send());
  app.get('/verify', { exposeHeadRoute: false }, async (request, reply) => {
    const token = queryValue(request, 'token') ?? '';
    const type = queryValue(request, 'type') ?? '';
    if (token === '') throw authErrors.validationFailed('Verify requires a token or a token hash');
    if (type === '') throw authErrors.validationFailed('Verify requires a verification type');
    const address = allowedRedirect(requestedRedirects(request), auth.config);
    try {
      if (!isLinkType(type)) throw authErrors.validationFailed('Unsupported verification type');
      if (isFlowToken(token)) {
        const code = await redeemForCode(auth, { token, type }, clientOf(request));
        if (code === null)
          return await redirectWith(reply, address, { message: singleConfirmationAccepted }, true);
        return await reply
          .header('referrer-policy', 'no-referrer')
          .redirect(withQuery(address, { code }), 303);
      }
      const redeemed = await redeem(auth, { token, type }, clientOf(request));
      if (redeemed.session === null)
        return await redirectWith(reply, address, { message: singleConfirmationAccepted });
      const body = await sessionBody(auth, redeemed.session);
      return await redirectWith(reply, address, {
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
      return redirectWithError(reply, address, known, isFlowToken(token));
    }
  });

  app.post('/verify', async (request, reply) => {
    const proof = readProof(readBody(request, verifyBody));
    const work = () => redeem(auth, proof, clientOf(request));
    const redeemed = await ('code' in proof ? inMinimumTime(auth, work) : work());
    if (redeemed.session === null) return { msg: singleConfirmationAccepted, code: '200' };
    return sendSession(auth, reply, redeemed.session);
  });
}
