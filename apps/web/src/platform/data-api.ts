import { toAppError } from './app-error.ts';
import { supabase, type Client } from './supabase.ts';

export interface DataResponse<Data> {
  readonly data: Data;
  readonly count: number | null;
}

/** A request to the data API, whatever its table. */
export interface DataRequest<Data> {
  throwOnError(): PromiseLike<DataResponse<Data>>;
}

/**
 * Calls the data API for rows with their count.
 *
 * @throws {AppError}
 */
export async function callRows<Data>(
  request: (client: Client) => DataRequest<Data>,
): Promise<DataResponse<Data>> {
  try {
    return await request(await supabase()).throwOnError();
  } catch (error) {
    throw toAppError(error);
  }
}

/**
 * Calls the data API.
 *
 * @throws {AppError}
 */
export async function callData<Data>(
  request: (client: Client) => DataRequest<Data>,
): Promise<Data> {
  return (await callRows(request)).data;
}

/** The result of a call; null if it fails with this code, such as `missing_table`. */
export function nullIf<Result>(code: string, call: Promise<Result>): Promise<Result | null> {
  return call.catch((error: unknown) => {
    if (toAppError(error).code === code) return null;
    throw error;
  });
}
