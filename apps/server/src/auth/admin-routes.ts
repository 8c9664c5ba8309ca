import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  changedUserBody,
  deletionBody,
  generateLinkBody,
  inviteBody,
  newUserBody,
  readPage,
  type Page,
} from './admin-schemas.ts';
import { listAuditEntries } from './audit.ts';
import { changeUser, checkUserId, createUser, deleteUser, listUsers } from './admin-users.ts';
import { requireService } from './callers.ts';
import { checkFactorId, removeFactorOf, shownFactors } from './factors.ts';
import { readAccountById } from './find-account.ts';
import { generateLink } from './generated-links.ts';
import { inviteUser } from './invitations.ts';
import { checkSignUpData } from './metadata.ts';
import { allowedRedirect } from './redirects.ts';
import { clientOf, mailContextOf } from './requests.ts';
import {
  requestedRedirects,
  checkEmail,
  queryValue,
  readBody,
  readOptionalBody,
} from './schemas.ts';
import type { AuthParts } from './settings.ts';

/** The `Link` header. `page` is its first key, because auth-js reads what follows the first equals sign. */
function pageLinks(address: string, { page, perPage }: Page, total: number): string {
  const last = Math.max(1, Math.ceil(total / perPage));
  const to = (number: number, rel: string) =>
    `<${address}?page=${number}&per_page=${perPage}>; rel="${rel}"`;
  return [...(page < last ? [to(page + 1, 'next')] : []), to(last, 'last')].join(', ');
}

function paged(
  reply: FastifyReply,
  auth: AuthParts,
  list: 'users' | 'audit',
  { page, total }: { readonly page: Page; readonly total: number },
): FastifyReply {
  const address = `${auth.config.siteUrl}/auth/v1/admin/${list}`;
  return reply
    .header('x-total-count', String(total))
    .header('link', pageLinks(address, page, total));
}

function userId(request: FastifyRequest): string {
  return checkUserId((request.params as { id: string }).id);
}

/** Routes for the service key, which the hook of this scope checks. */
export function adminRoutes(app: FastifyInstance, auth: AuthParts): void {
  app.addHook('preHandler', (request) => requireService(auth, request.headers));

  app.get('/admin/users', async (request, reply) => {
    const page = readPage(queryValue(request, 'page'), queryValue(request, 'per_page'));
    const { users, total } = await listUsers(auth, page, queryValue(request, 'filter') ?? '');
    return paged(reply, auth, 'users', { page, total }).send({ users, aud: 'authenticated' });
  });
  app.post('/admin/users', (request) =>
    createUser(auth, readBody(request, newUserBody), clientOf(request)),
  );
  app.get('/admin/users/:id', async (request) => {
    return (await readAccountById(auth, userId(request))).user;
  });
  app.put('/admin/users/:id', (request) =>
    changeUser(auth, userId(request), readBody(request, changedUserBody), clientOf(request)),
  );
  app.delete('/admin/users/:id', async (request) => {
    const id = userId(request);
    const { should_soft_delete: softly } = readOptionalBody(request, deletionBody);
    await deleteUser(auth, id, softly, clientOf(request));
    return {};
  });
  app.get('/admin/users/:id/factors', async (request) =>
    shownFactors((await readAccountById(auth, userId(request))).user),
  );
  app.delete('/admin/users/:id/factors/:factorId', (request) => {
    const factorId = checkFactorId((request.params as { factorId: string }).factorId);
    return removeFactorOf(auth, userId(request), factorId, clientOf(request));
  });

  app.get('/admin/audit', async (request, reply) => {
    const page = readPage(queryValue(request, 'page'), queryValue(request, 'per_page'));
    const { entries, total } = await listAuditEntries(auth, page);
    return paged(reply, auth, 'audit', { page, total }).send(entries);
  });

  app.post('/invite', (request) => {
    const { email, data } = readBody(request, inviteBody);
    const invitation = { email: checkEmail(email), data };
    checkSignUpData(invitation.email, data);
    return inviteUser(auth, invitation, clientOf(request), mailContextOf(request, auth));
  });
  app.post('/admin/generate_link', (request) => {
    const body = readBody(request, generateLinkBody);
    checkSignUpData(body.email, body.data);
    const asked = body.redirect_to === '' ? [] : [body.redirect_to];
    const redirectTo = allowedRedirect([...asked, ...requestedRedirects(request)], auth.config);
    return generateLink(auth, body, redirectTo, clientOf(request));
  });
}
