import { FunctionsHttpError } from '@supabase/supabase-js';
import { clientWithKey } from './test-client.ts';
import { demoPassword } from './test-database.ts';

export type TestClient = ReturnType<typeof clientWithKey>;

/** The real client, signed in as a member of the demo data by the first name. */
export async function signedInClient(
  { url, anonKey }: { readonly url: string; readonly anonKey: string },
  name: string,
): Promise<TestClient> {
  const client = clientWithKey(url, anonKey);
  const email = `${name}@bkksiam.example`;
  const { error } = await client.auth.signInWithPassword({ email, password: demoPassword });
  if (error !== null) throw error;
  return client;
}

/** Status and values of a function's answer to the real client; of an error status and code. */
export async function functionAnswer(answer: {
  readonly data: unknown;
  readonly error: unknown;
}): Promise<Record<string, unknown> & { readonly status: number }> {
  const { data, error } = answer;
  if (error === null) return { status: 200, ...(data as Record<string, unknown>) };
  if (!(error instanceof FunctionsHttpError))
    throw new Error('the function gave no answer', { cause: error });
  const response = error.context as Response;
  const { code } = (await response.json()) as { code: string };
  return { status: response.status, code };
}
