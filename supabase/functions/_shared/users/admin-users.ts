import { handleAdminRequest, fromAuthError, type AdminRequest } from '../http/admin-request.ts';
import type { FunctionEnvironment } from '../http/environment.ts';
import { idIn, unavailable } from '../http/function-request.ts';
import { RequestError } from '../http/responses.ts';

const userId = ({ body }: AdminRequest): string => idIn(body, 'user_id', 'user');

/** The redirect of a mailed link, the page to choose a password; the auth service allows only our own sites. */
function passwordPage({ origin }: AdminRequest): { redirectTo?: string } {
  return origin === null ? {} : { redirectTo: `${origin}/reset-password` };
}

function invitation({ body }: AdminRequest): { email: string; role: 'member' | 'admin' } {
  const { email, role = 'member' } = body;
  if (typeof email !== 'string' || email.trim() === '') {
    throw new RequestError(400, 'bad_request', 'An email address is required.');
  }
  if (role !== 'member' && role !== 'admin') {
    throw new RequestError(400, 'bad_request', 'The role must be admin or member.');
  }
  return { email: email.trim(), role };
}

/**
 * Rejects the address of an unconfirmed sign-up: its password may be another user's, and the hosted auth service keeps
 * it when the invitation is accepted. Our own auth service does not.
 */
async function requireNoSignUp({ asCaller }: AdminRequest, email: string): Promise<void> {
  const { data, error } = await asCaller.rpc('bkk_admin_has_unconfirmed_sign_up', {
    p_email: email,
  });
  // SQLSTATE class 22: the database cannot store the text; the auth service then reports the invalid address.
  if (error?.code.startsWith('22')) return;
  if (error !== null) throw unavailable();
  if (!data) return;
  const message =
    'Somebody has signed up with this address and not confirmed it. Delete that user, then send the invitation again.';
  throw new RequestError(409, 'signed_up', message);
}

/** POST { email, role? }: mails an invitation that grants the role once accepted; responds { user_id, email, role }. */
export function inviteUser(request: Request, environment: FunctionEnvironment): Promise<Response> {
  return handleAdminRequest(request, environment, async (admin) => {
    const { email, role } = invitation(admin);
    await requireNoSignUp(admin, email);
    const { auth } = admin.asService;
    const { data, error } = await auth.admin.inviteUserByEmail(email, passwordPage(admin));
    if (error !== null) throw fromAuthError(error);
    const { user } = data;
    const noted = await admin.asCaller.rpc('bkk_admin_invite_role', {
      p_user_id: user.id,
      p_role: role,
    });
    if (noted.error !== null) {
      const message = 'The invitation was sent, but the role could not be set.';
      throw new RequestError(500, 'role_not_set', message);
    }
    return { user_id: user.id, email: user.email, role };
  });
}

/** POST { user_id }: mails the user a link to choose a new password; responds { user_id }. */
export function resetPassword(
  request: Request,
  environment: FunctionEnvironment,
): Promise<Response> {
  return handleAdminRequest(request, environment, async (admin) => {
    const id = userId(admin);
    const { auth } = admin.asService;
    const found = await auth.admin.getUserById(id);
    if (found.error !== null) throw fromAuthError(found.error);
    const { email = '' } = found.data.user;
    if (email === '' || found.data.user.deleted_at !== undefined) {
      throw new RequestError(422, 'no_email', 'This user has no email address.');
    }
    const { error } = await auth.resetPasswordForEmail(email, passwordPage(admin));
    if (error !== null) throw fromAuthError(error);
    return { user_id: id };
  });
}

/** The auth service passes on no error of the database, so what may have kept the user is read again. */
async function userKept({ asService }: AdminRequest, id: string): Promise<RequestError> {
  const { data } = await asService
    .from('bkk_user_roles')
    .select('user_id')
    .eq('role', 'admin')
    .eq('is_active', true)
    .limit(2);
  if (data?.length === 1 && data[0]?.user_id === id) {
    return new RequestError(409, 'last_admin', 'The last active admin cannot be deleted.');
  }
  const bookings = await asService
    .from('bkk_bookings')
    .select('reference')
    .eq('user_id', id)
    .in('status', ['HOLD', 'DEPOSIT_PENDING', 'CONFIRMED'])
    .order('created_at')
    .limit(1);
  const reference = bookings.data?.[0]?.reference;
  if (reference !== undefined) {
    return new RequestError(
      409,
      'open_booking',
      `This user has the open booking ${reference}. Cancel it or issue its tickets first.`,
    );
  }
  return new RequestError(
    500,
    'user_kept',
    'The database kept this user. The log of the auth service says why.',
  );
}

/** POST { user_id }: deletes the user; responds { user_id }. The database rejects the last active admin. */
export function deleteUser(request: Request, environment: FunctionEnvironment): Promise<Response> {
  return handleAdminRequest(request, environment, async (admin) => {
    const id = userId(admin);
    if (id === admin.callerId) {
      throw new RequestError(403, 'own_account', 'You cannot delete yourself.');
    }
    const { error } = await admin.asService.auth.admin.deleteUser(id);
    if (error?.status === 500) throw await userKept(admin, id);
    if (error !== null) throw fromAuthError(error);
    return { user_id: id };
  });
}

/**
 * POST { user_id }: removes the user's second factors; responds { user_id }. Admins remove their own in the profile,
 * which asks for a code.
 */
export function resetFactor(request: Request, environment: FunctionEnvironment): Promise<Response> {
  return handleAdminRequest(request, environment, async (admin) => {
    const id = userId(admin);
    if (id === admin.callerId) {
      throw new RequestError(
        403,
        'own_account',
        'You cannot reset your own two-step verification here.',
      );
    }
    const { auth } = admin.asService;
    const found = await auth.admin.getUserById(id);
    if (found.error !== null) throw fromAuthError(found.error);
    const { data, error } = await auth.admin.mfa.listFactors({ userId: id });
    if (error !== null) throw fromAuthError(error);
    if (data.factors.length === 0) {
      throw new RequestError(422, 'no_factor', 'This user has no two-step verification.');
    }
    for (const factor of data.factors) {
      const removal = await auth.admin.mfa.deleteFactor({ userId: id, id: factor.id });
      // 404: another admin has removed it concurrently.
      if (removal.error !== null && removal.error.status !== 404)
        throw fromAuthError(removal.error);
    }
    return { user_id: id };
  });
}
