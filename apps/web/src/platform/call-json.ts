import type { ZodMiniType } from 'zod/mini';
import { AppError } from './app-error.ts';
import { callData, type DataRequest } from './data-api.ts';
import type { Client } from './supabase.ts';

/**
 * Calls a function of the database that answers with JSON.
 *
 * @throws {AppError} also if the answer does not fit the schema
 */
export async function callJson<Answer>(
  schema: ZodMiniType<Answer>,
  request: (client: Client) => DataRequest<unknown>,
): Promise<Answer> {
  const { data, error } = schema.safeParse(await callData(request));
  if (error) {
    throw new AppError({ code: 'invalid_response', message: 'Unknown error', cause: error });
  }
  return data;
}
