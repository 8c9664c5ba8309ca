import { createClient } from '@supabase/supabase-js';
import type { CallDatabase } from '../messages/message-queue.ts';
import { clientOptions } from './client-options.ts';
import { setting, type FunctionEnvironment } from './environment.ts';
import { unavailable } from './function-request.ts';

interface ServiceDatabase {
  public: {
    Tables: Record<string, never>;
    Views: Record<string, never>;
    Functions: Record<string, { Args: Record<string, unknown>; Returns: unknown }>;
  };
}

/** Calls functions of the database with the service key; errors they raise have their code. */
export function serviceDatabase(
  request: Request,
  environment: FunctionEnvironment,
  key = setting(environment, 'SUPABASE_SERVICE_ROLE_KEY'),
): CallDatabase {
  const url = setting(environment, 'SUPABASE_URL');
  const client = createClient<ServiceDatabase>(url, key, clientOptions(request, key));
  return async (name, values) => {
    const { data, error, status } = await client.rpc(name, values);
    if (error === null) return data;
    if (status === 0 || status >= 500) throw unavailable();
    throw Object.assign(new Error(`${name} failed`), { code: error.code });
  };
}
