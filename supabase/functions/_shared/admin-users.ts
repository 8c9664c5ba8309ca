import { Refusal } from './answers.ts';
import { answerAdmin, refusedByAuth, unavailable, type AdminRequest } from './as-admin.ts';
import type { FunctionEnvironment } from './environment.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function userId({ body }: AdminRequest): string {
  const { user_id: id } = body;
  if (typeof id === 'string' && uuid.test(id)) return id.toLowerCase();
  throw new Refusal(400, 'bad_request', 'user_id must be the id of a user.');
}

/** Where somebody chooses a password; the auth service sends links nowhere else than to our own sites. */
function passwordPage({ origin }: AdminRequest): { redirectTo?: string } {
  return origin === null ? {} : { redirectTo: `${origin}/reset-password` };
}

function invitation({ body }: AdminRequest): { email: string; role: 'member' | 'admin' } {
  const { email, role = 'member' } = body;
  if (typeof email !== 'string' || email.trim() === '') {
    throw new Refusal(400, 'bad_request', 'An email address is required.');
  }
  if (role !== 'member' && role !== 'admin') {
    throw new Refusal(400, 'bad_request', 'A role is admin or member.');
  }
  return { email: email.trim(), role };
}

/**
 * An account that somebody signed up and nobody confirmed has a password that may be a stranger's. The hosted auth service
 * would keep it when the invitation is accepted, so such an account is not invited. Our own keeps no such password.
 */
async function refuseSignedUp({ asCaller }: AdminRequest, email: string): Promise<void> {
  const { data, error } = await asCaller.rpc('bkk_admin_is_signed_up', { p_email: email });
  // SQLSTATE class 22: a text that the database cannot store is no address; the auth service says what is wrong with it.
  if (error?.code.startsWith('22')) return;
  if (error !== null) throw unavailable();
  if (!data) return;
  const message =
    'Somebody has signed up with this address and not confirmed it. Delete that user, then send the invitation again.';
  throw new Refusal(409, 'signed_up', message);
}

/** POST { email, role? }: mails an invitation that gives the role once accepted; answers { user_id, email, role }. */
export function inviteUser(request: Request, environment: FunctionEnvironment): Promise<Response> {
  return answerAdmin(request, environment, async (asked) => {
    const { email, role } = invitation(asked);
    await refuseSignedUp(asked, email);
    const { auth } = asked.asService;
    const { data, error } = await auth.admin.inviteUserByEmail(email, passwordPage(asked));
    if (error !== null) throw refusedByAuth(error);
    const { user } = data;
    const noted = await asked.asCaller.rpc('bkk_admin_invite_role', {
      p_user_id: user.id,
      p_role: role,
    });
    if (noted.error !== null) {
      const message = 'The invitation was sent, but the role could not be set.';
      throw new Refusal(500, 'role_not_set', message);
    }
    return { user_id: user.id, email: user.email, role };
  });
}

/** POST { user_id }: mails the link by which the user chooses a new password; answers { user_id }. */
export function resetPassword(
  request: Request,
  environment: FunctionEnvironment,
): Promise<Response> {
  return answerAdmin(request, environment, async (asked) => {
    const id = userId(asked);
    const { auth } = asked.asService;
    const found = await auth.admin.getUserById(id);
    if (found.error !== null) throw refusedByAuth(found.error);
    const { email = '' } = found.data.user;
    if (email === '' || found.data.user.deleted_at !== undefined) {
      throw new Refusal(422, 'no_email', 'This user has no email address.');
    }
    const { error } = await auth.resetPasswordForEmail(email, passwordPage(asked));
    if (error !== null) throw refusedByAuth(error);
    return { user_id: id };
  });
}

/** POST { user_id }: deletes the user for good; answers { user_id }. The database keeps the last active admin. */
export function deleteUser(request: Request, environment: FunctionEnvironment): Promise<Response> {
  return answerAdmin(request, environment, async (asked) => {
    const id = userId(asked);
    if (id === asked.callerId) {
      throw new Refusal(403, 'own_account', 'You cannot delete yourself.');
    }
    const { error } = await asked.asService.auth.admin.deleteUser(id);
    if (error?.status === 500) {
      const message = 'The database kept this user. The last active admin cannot be deleted.';
      throw new Refusal(409, 'user_kept', message);
    }
    if (error !== null) throw refusedByAuth(error);
    return { user_id: id };
  });
}

/**
 * POST { user_id }: removes the user's authenticators, so that the password alone signs in; answers { user_id }. The
 * own ones are removed in the profile, which asks for their code.
 */
export function resetFactor(request: Request, environment: FunctionEnvironment): Promise<Response> {
  return answerAdmin(request, environment, async (asked) => {
    const id = userId(asked);
    if (id === asked.callerId) {
      throw new Refusal(
        403,
        'own_account',
        'You cannot reset your own two-step verification here.',
      );
    }
    const { auth } = asked.asService;
    const found = await auth.admin.getUserById(id);
    if (found.error !== null) throw refusedByAuth(found.error);
    const { data, error } = await auth.admin.mfa.listFactors({ userId: id });
    if (error !== null) throw refusedByAuth(error);
    if (data.factors.length === 0) {
      throw new Refusal(422, 'no_factor', 'This user has no two-step verification.');
    }
    for (const factor of data.factors) {
      const removal = await auth.admin.mfa.deleteFactor({ userId: id, id: factor.id });
      // Another admin was faster.
      if (removal.error !== null && removal.error.status !== 404)
        throw refusedByAuth(removal.error);
    }
    return { user_id: id };
  });
}
