import { callFunction, RaisedError, type DatabaseClient } from './database-client.ts';
import { RequestError } from './responses.ts';

/** The status of what functions in SQL raise on purpose. */
const statuses: Readonly<Record<string, readonly [number, string]>> = {
  PT404: [404, 'not_found'],
  PT409: [409, 'conflict'],
  PT429: [429, 'too_many_requests'],
  PT400: [400, 'bad_request'],
  // JSON with a character that PostgreSQL has no text of.
  '22P05': [400, 'bad_request'],
  '42501': [403, 'not_active'],
};

/**
 * Calls a function of the database; what it raises on purpose becomes the response, with its hint.
 *
 * @param limitCode the code of a limit that is reached
 */
export async function callOrRespond(
  client: DatabaseClient,
  name: string,
  values: object,
  limitCode = 'too_many_requests',
): Promise<unknown> {
  try {
    return await callFunction(client, name, { ...values });
  } catch (error) {
    const known = error instanceof RaisedError ? statuses[error.code] : undefined;
    if (!(error instanceof RaisedError) || known === undefined) throw error;
    const [status, code] = known;
    const named = status === 429 ? limitCode : code;
    throw new RequestError(status, named, error.words, { hint: error.hint });
  }
}
