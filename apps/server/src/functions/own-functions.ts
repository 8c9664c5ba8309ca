import {
  deleteUser,
  inviteUser,
  resetFactor,
  resetPassword,
} from '../../../../supabase/functions/_shared/admin-users.ts';
import type { FunctionEnvironment } from '../../../../supabase/functions/_shared/environment.ts';

/** A function as hosted projects know it, but told its environment instead of asking its runtime. */
export type HostedFunction = (
  request: Request,
  environment: FunctionEnvironment,
) => Promise<Response>;

/** The product's functions by the names they are invoked by; each is also `supabase/functions/<name>/index.ts`. */
export const ownFunctions: ReadonlyMap<string, HostedFunction> = new Map([
  ['admin-invite-user', inviteUser],
  ['admin-reset-password', resetPassword],
  ['admin-reset-factor', resetFactor],
  ['admin-delete-user', deleteUser],
]);
