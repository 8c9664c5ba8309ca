import type { FastifyInstance, FastifyRequest } from 'fastify';
import { repeatEmailChange } from './account-changes.ts';
import { authErrors } from './errors.ts';
import { evenly } from './even-time.ts';
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

/** What a visitor asks a mail for: every answer is `{}`, in the same time, whether or not a mail is due. */
export function mailRoutes(app: FastifyInstance, auth: AuthParts): void {
  const answerAlike = (request: FastifyRequest, ask: (reader: Reader) => Promise<void>) =>
    evenly(async () => {
      await ask(readerOf(request, auth));
      return {};
    });

  app.post('/recover', (request) => {
    const email = checkEmail(readBody(request, recoverBody).email);
    return answerAlike(request, (reader) =>
      requestRecovery(auth, email, clientOf(request), reader),
    );
  });

  app.post('/otp', (request) => {
    const { email, phone, data, create_user: createUser } = readBody(request, otpBody);
    if ((email === '') === (phone === '')) {
      throw authErrors.validationFailed('One of email or phone must be set');
    }
    if (phone !== '') throw authErrors.phoneSignInOff();
    const asked = { email: checkEmail(email), data, createUser };
    return answerAlike(request, (reader) =>
      requestSignInLink(auth, asked, clientOf(request), reader),
    );
  });

  app.post('/magiclink', (request) => {
    const { email, data } = readBody(request, magicLinkBody);
    if (email === '') throw authErrors.magicLinkNeedsEmail();
    const asked = { email: checkEmail(email), data, createUser: true };
    return answerAlike(request, (reader) =>
      requestSignInLink(auth, asked, clientOf(request), reader),
    );
  });

  app.post('/resend', (request) => {
    const { type, email } = readBody(request, resendBody);
    if (type === 'sms' || type === 'phone_change') throw authErrors.phoneSignInOff();
    if (type !== 'signup' && type !== 'email_change') {
      throw authErrors.validationFailed(
        'Missing one of these types: signup, email_change, sms, phone_change',
      );
    }
    const address = checkEmail(email);
    return answerAlike(request, (reader) =>
      type === 'signup'
        ? requestConfirmation(auth, address, clientOf(request), reader)
        : repeatEmailChange(auth, address, reader),
    );
  });
}
