import {
  deleteUser,
  inviteUser,
  resetFactor,
  resetPassword,
} from '../../../../supabase/functions/_shared/admin-users.ts';
import type { FunctionEnvironment } from '../../../../supabase/functions/_shared/environment.ts';
import { storePassport } from '../../../../supabase/functions/_shared/traveller-passport.ts';

/** An edge function; the environment is an argument instead of the runtime's global. */
export type HostedFunction = (
  request: Request,
  environment: FunctionEnvironment,
) => Promise<Response>;

/** The product's functions by the name they are invoked by; each is also deployed as `supabase/functions/<name>/index.ts`. */
export const hostedFunctions: ReadonlyMap<string, HostedFunction> = new Map([
  ['admin-invite-user', inviteUser],
  ['admin-reset-password', resetPassword],
  ['admin-reset-factor', resetFactor],
  ['admin-delete-user', deleteUser],
  ['traveller-passport', storePassport],
]);

/**
 * The environment variables of functions on a hosted project, which sets all but `SEALING_KEY` itself, with the values of
 * this server.
 *
 * @param baseUrl called on each read, because the port is known only once the server listens
 */
export function functionEnvironment(
  baseUrl: () => string,
  keys: { readonly anon: string; readonly service: string; readonly sealing: string },
): FunctionEnvironment {
  const values: Readonly<Record<string, () => string>> = {
    SUPABASE_URL: baseUrl,
    SUPABASE_ANON_KEY: () => keys.anon,
    SUPABASE_SERVICE_ROLE_KEY: () => keys.service,
    SEALING_KEY: () => keys.sealing,
  };
  return { get: (name) => (Object.hasOwn(values, name) ? values[name]?.() : undefined) };
}
