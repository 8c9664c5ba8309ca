import type { FastifyInstance, FastifyRequest } from 'fastify';
import { repeatEmailChange } from './account-changes.ts';
import { requirePerson } from './captcha.ts';
import { authErrors } from './errors.ts';
import { evenly } from './even-time.ts';
import { checkSignUpData } from './metadata.ts';
import { readCodeChallenge } from './pkce.ts';
import { requestRecovery } from './recovery.ts';
import { clientOf, readerOf } from './requests.ts';
import {
  checkEmail,
  magicLinkBody,
  otpBody,
  readBody,
  recoverBody,
  resendBody,
} from './schemas.ts';
import { requestConfirmation, requestSignInLink } from './sign-in-links.ts';
import type { AuthParts, Reader } from './settings.ts';

/** Whom a mail is asked for, and by what kind of client. */
function addressed(body: Parameters<typeof readCodeChallenge>[0] & { readonly email: string }) {
  return { email: checkEmail(body.email), challenge: readCodeChallenge(body) };
}

/** What a visitor asks a mail for: every answer is `{}`, in the same time, whether or not a mail is due. */
export function mailRoutes(app: FastifyInstance, auth: AuthParts): void {
  const guarded = { preHandler: (request: FastifyRequest) => requirePerson(auth, request) };
  const answerAlike = (request: FastifyRequest, ask: (reader: Reader) => Promise<void>) =>
    evenly(async () => {
      await ask(readerOf(request, auth));
      return {};
    });

  app.post('/recover', guarded, (request) => {
    const asked = addressed(readBody(request, recoverBody));
    return answerAlike(request, (reader) =>
      requestRecovery(auth, asked, clientOf(request), reader),
    );
  });

  app.post('/otp', guarded, (request) => {
    const body = readBody(request, otpBody);
    const { email, phone, data, create_user: createUser } = body;
    if ((email === '') === (phone === '')) {
      throw authErrors.validationFailed('One of email or phone must be set');
    }
    if (phone !== '') throw authErrors.phoneSignInOff();
    const asked = { ...addressed(body), data, createUser };
    checkSignUpData(asked.email, data);
    return answerAlike(request, (reader) =>
      requestSignInLink(auth, asked, clientOf(request), reader),
    );
  });

  app.post('/magiclink', guarded, (request) => {
    const body = readBody(request, magicLinkBody);
    if (body.email === '') throw authErrors.magicLinkNeedsEmail();
    const asked = { ...addressed(body), data: body.data, createUser: true };
    checkSignUpData(asked.email, asked.data);
    return answerAlike(request, (reader) =>
      requestSignInLink(auth, asked, clientOf(request), reader),
    );
  });

  app.post('/resend', guarded, (request) => {
    const body = readBody(request, resendBody);
    const { type } = body;
    if (type === 'sms' || type === 'phone_change') throw authErrors.phoneSignInOff();
    if (type !== 'signup' && type !== 'email_change') {
      throw authErrors.validationFailed(
        'Missing one of these types: signup, email_change, sms, phone_change',
      );
    }
    const asked = addressed(body);
    return answerAlike(request, (reader) =>
      type === 'signup'
        ? requestConfirmation(auth, asked, clientOf(request), reader)
        : repeatEmailChange(auth, asked, reader),
    );
  });
}
