import type { FunctionEnvironment } from '../../../../supabase/functions/_shared/environment.ts';

/**
 * What a hosted project tells its functions, told of this server.
 *
 * @param address where this very process answers, asked when it is needed: the port may be any free one
 */
export function functionEnvironment(
  address: () => string,
  keys: { readonly anon: string; readonly service: string },
): FunctionEnvironment {
  const values: Readonly<Record<string, () => string>> = {
    SUPABASE_URL: address,
    SUPABASE_ANON_KEY: () => keys.anon,
    SUPABASE_SERVICE_ROLE_KEY: () => keys.service,
  };
  return { get: (name) => (Object.hasOwn(values, name) ? values[name]?.() : undefined) };
}
