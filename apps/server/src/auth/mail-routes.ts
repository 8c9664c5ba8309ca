import type { FastifyInstance, FastifyRequest } from 'fastify';
import { repeatEmailChange } from './account-changes.ts';
import { requireCaptcha } from './captcha.ts';
import { authErrors } from './errors.ts';
import { checkSignUpData } from './metadata.ts';
import { readCodeChallenge } from './pkce.ts';
import { clientOf, inMinimumTime, mailContextOf } from './requests.ts';
import {
  checkEmail,
  magicLinkBody,
  otpBody,
  readBody,
  recoverBody,
  resendBody,
} from './schemas.ts';
import { requestConfirmation, requestRecovery, requestSignInLink } from './sign-in-links.ts';
import type { AuthParts, MailContext } from './settings.ts';

function addressed(body: Parameters<typeof readCodeChallenge>[0] & { readonly email: string }) {
  return { email: checkEmail(body.email), challenge: readCodeChallenge(body) };
}

/** Requests for a mail. Every response is `{}` after the same time, whether or not a mail is sent. */
export function mailRoutes(app: FastifyInstance, auth: AuthParts): void {
  const guarded = { preHandler: (request: FastifyRequest) => requireCaptcha(auth, request) };
  const answerEmpty = (request: FastifyRequest, ask: (mailContext: MailContext) => Promise<void>) =>
    inMinimumTime(auth, async () => {
      await ask(mailContextOf(request, auth));
      return {};
    });

  app.post('/recover', guarded, (request) => {
    const asked = addressed(readBody(request, recoverBody));
    return answerEmpty(request, (mailContext) =>
      requestRecovery(auth, asked, clientOf(request), mailContext),
    );
  });

  app.post('/otp', guarded, (request) => {
    const body = readBody(request, otpBody);
    const { email, phone, data, create_user: createUser } = body;
    if (email !== '' && phone !== '') {
      throw authErrors.validationFailed('Only an email address or phone number should be provided');
    }
    if (phone !== '') throw authErrors.phoneCodesOff();
    if (email === '') throw authErrors.validationFailed('One of email or phone must be set');
    const asked = { ...addressed(body), data, createUser };
    checkSignUpData(asked.email, data);
    return answerEmpty(request, (mailContext) =>
      requestSignInLink(auth, asked, clientOf(request), mailContext),
    );
  });

  app.post('/magiclink', guarded, (request) => {
    const body = readBody(request, magicLinkBody);
    if (body.email === '') throw authErrors.magicLinkNeedsEmail();
    const asked = { ...addressed(body), data: body.data, createUser: true };
    checkSignUpData(asked.email, asked.data);
    return answerEmpty(request, (mailContext) =>
      requestSignInLink(auth, asked, clientOf(request), mailContext),
    );
  });

  app.post('/resend', guarded, (request) => {
    const body = readBody(request, resendBody);
    const { type } = body;
    if (type === 'sms' || type === 'phone_change') throw authErrors.phoneResendOff();
    if (type !== 'signup' && type !== 'email_change') {
      throw authErrors.validationFailed(
        'Missing one of these types: signup, email_change, sms, phone_change',
      );
    }
    const asked = addressed(body);
    return answerEmpty(request, (mailContext) =>
      type === 'signup'
        ? requestConfirmation(auth, asked, clientOf(request), mailContext)
        : repeatEmailChange(auth, asked, mailContext),
    );
  });
}
