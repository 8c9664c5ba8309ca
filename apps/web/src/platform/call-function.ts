import { FunctionsFetchError, FunctionsHttpError } from '@supabase/supabase-js';
import { AppError, toAppError } from './app-error.ts';
import { supabase } from './supabase.ts';

/** A function's error has code and message in the body; any other error is the client's own. */
async function functionError(error: unknown): Promise<AppError> {
  // The client hides why there is no response.
  if (error instanceof FunctionsFetchError) return toAppError(error.context);
  if (!(error instanceof FunctionsHttpError)) return toAppError(error);
  const response = error.context as Response;
  const body: unknown = await response.json().catch(() => undefined);
  const { code, message, reason } = toAppError(body ?? error);
  return new AppError({
    code: response.status === 404 ? 'not_found' : code,
    message,
    reason,
    cause: error,
  });
}

/**
 * Calls an edge function and gives its answer, whose shape the function says.
 *
 * @param body sent as JSON, or as it is if it is a form with a file
 * @throws {AppError} with the code and the message of the function; the code is `not_found` for the status 404
 */
export async function callFunction(name: string, body: object): Promise<unknown> {
  try {
    const { functions } = await supabase();
    const answer = await functions.invoke<unknown>(name, {
      body: body instanceof FormData ? body : { ...body },
    });
    if (answer.error !== null) throw answer.error;
    return answer.data;
  } catch (error) {
    throw await functionError(error);
  }
}
