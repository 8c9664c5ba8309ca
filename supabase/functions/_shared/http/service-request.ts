import { setting, type FunctionEnvironment } from './environment.ts';
import { RequestError } from './responses.ts';

async function hashOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return new Uint8Array(bytes).join();
}

/** Refuses every caller but one with the service key. Hashes are compared, so the time tells nothing about the key. */
export async function requireServiceKey(
  request: Request,
  environment: FunctionEnvironment,
): Promise<string> {
  const key = setting(environment, 'SUPABASE_SERVICE_ROLE_KEY');
  if (request.method !== 'POST') {
    throw new RequestError(405, 'method_not_allowed', 'This function answers POST only.');
  }
  const given = /^bearer ([^\s]+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
  if ((await hashOf(given)) !== (await hashOf(key))) {
    throw new RequestError(403, 'not_service', 'Only the service key can do this.');
  }
  return key;
}
