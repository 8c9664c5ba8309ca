import type { FastifyInstance, FastifyRequest } from 'fastify';
import { repeatEmailChange } from './account-changes.ts';
import { authErrors } from './errors.ts';
import { evenly } from './even-time.ts';
import { sendLink } from './link-mails.ts';
import type { PostRoom } from './mailer.ts';
import type { LinkType } from './one-time-links.ts';
import { requestRecovery, type IssuedLink } from './recovery.ts';
import { allowedRedirect } from './redirects.ts';
import { clientOf } from './requests.ts';
import {
  askedRedirects,
  checkEmail,
  magicLinkBody,
  otpBody,
  readBody,
  recoverBody,
  resendBody,
} from './schemas.ts';
import { requestConfirmation, requestSignInLink } from './sign-in-links.ts';
import type { AuthParts } from './settings.ts';
import type { User } from './user-object.ts';

/** The mails to send, all to one person; their type is the request's unless they say another. */
interface Due {
  readonly user: User;
  readonly mails: readonly {
    readonly to: string;
    readonly token: string;
    readonly type?: LinkType;
  }[];
}

async function toSelf(
  issuing: Promise<(IssuedLink & { readonly type?: LinkType }) | null>,
): Promise<Due | null> {
  const issued = await issuing;
  return issued && { user: issued.user, mails: [{ ...issued, to: issued.user.email }] };
}

/** What a visitor asks a mail for: every answer is `{}`, in the same time, whether or not a mail is due. */
export function mailRoutes(app: FastifyInstance, auth: AuthParts, post: PostRoom): void {
  const answerAlike = (request: FastifyRequest, type: LinkType, issue: () => Promise<Due | null>) =>
    evenly(async () => {
      const due = await issue();
      for (const mail of due?.mails ?? []) {
        sendLink(auth, post, {
          type,
          ...mail,
          redirectTo: allowedRedirect(askedRedirects(request), auth.config),
          language: due?.user.user_metadata.language,
          acceptLanguage: request.headers['accept-language'],
        });
      }
      return {};
    });

  app.post('/recover', (request) => {
    const email = checkEmail(readBody(request, recoverBody).email);
    return answerAlike(request, 'recovery', () =>
      toSelf(requestRecovery(auth, email, clientOf(request))),
    );
  });

  app.post('/otp', (request) => {
    const { email, phone, data, create_user: createUser } = readBody(request, otpBody);
    if ((email === '') === (phone === '')) {
      throw authErrors.validationFailed('One of email or phone must be set');
    }
    if (phone !== '') throw authErrors.phoneSignInOff();
    const asked = { email: checkEmail(email), data, createUser };
    return answerAlike(request, 'magiclink', () =>
      toSelf(requestSignInLink(auth, asked, clientOf(request))),
    );
  });

  app.post('/magiclink', (request) => {
    const { email, data } = readBody(request, magicLinkBody);
    if (email === '') throw authErrors.magicLinkNeedsEmail();
    const asked = { email: checkEmail(email), data, createUser: true };
    return answerAlike(request, 'magiclink', () =>
      toSelf(requestSignInLink(auth, asked, clientOf(request))),
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
    return answerAlike(request, type, () =>
      type === 'signup'
        ? toSelf(requestConfirmation(auth, address, clientOf(request)))
        : repeatEmailChange(auth, address),
    );
  });
}
