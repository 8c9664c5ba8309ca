import { FunctionsHttpError } from '@supabase/supabase-js';
import { AppError, toAppError } from '#platform/app-error.ts';
import { supabase } from '#platform/supabase.ts';

/** A function's error has its message in the body; any other error is the client's own. */
async function functionError(error: unknown): Promise<AppError> {
  if (!(error instanceof FunctionsHttpError)) return toAppError(error);
  const response = error.context as Response;
  const body: unknown = await response.json().catch(() => undefined);
  const { message } = toAppError(body ?? error);
  const isGone = response.status === 404;
  return new AppError({ code: isGone ? 'not_found' : '', message, cause: error });
}

/**
 * Calls an edge function.
 *
 * @throws {AppError} with the message of the function; its code is `not_found` for the status 404
 */
export async function callFunction(name: string, body: object): Promise<unknown> {
  try {
    const { functions } = await supabase();
    const answer = await functions.invoke<unknown>(name, { body: { ...body } });
    if (answer.error !== null) throw answer.error;
    return answer.data;
  } catch (error) {
    throw await functionError(error);
  }
}
