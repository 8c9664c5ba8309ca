import {
  callerClient,
  callFunction,
  RaisedError,
  requireMember,
  serviceClient,
  type DatabaseClient,
  type ReadTable,
} from '../http/database-client.ts';
import type { FunctionEnvironment } from '../http/environment.ts';
import {
  bearerToken,
  idIn,
  readBody,
  respond,
  unavailable,
  type RequestBody,
} from '../http/function-request.ts';
import { RequestError } from '../http/responses.ts';
import { sealNumber } from '../http/sealing.ts';

const notFound = () => new RequestError(404, 'not_found', 'There is no such traveller.');

/** The number without what people put between its characters; null removes the passport. */
function passportNumber({ number }: RequestBody): string | null {
  if (number === null) return null;
  const plain = typeof number === 'string' ? number.replaceAll(/[\s-]/g, '').toUpperCase() : '';
  if (/^[A-Z0-9]{5,20}$/.test(plain)) return plain;
  const message = 'A passport number has 5 to 20 letters and digits.';
  throw new RequestError(400, 'passport_number', message);
}

type Client = DatabaseClient<{
  bkk_travellers: ReadTable<{ traveller_id: string; user_id: string }>;
}>;

/** The member of a traveller, who alone can read it. */
async function ownerOf(asCaller: Client, travellerId: string): Promise<string> {
  const { data, error } = await asCaller
    .from('bkk_travellers')
    .select('user_id')
    .eq('traveller_id', travellerId)
    .maybeSingle();
  if (error !== null) throw unavailable();
  if (data === null) throw notFound();
  return data.user_id;
}

/**
 * POST { traveller_id, number }: seals the number of a passport and stores it with the caller's traveller; null removes it.
 * Responds { passport_ending }.
 */
export function storePassport(
  request: Request,
  environment: FunctionEnvironment,
): Promise<Response> {
  return respond(request, async () => {
    const asCaller: Client = callerClient(request, environment, bearerToken(request));
    await requireMember(asCaller);
    const body = await readBody(request);
    const id = idIn(body, 'traveller_id', 'traveller');
    const userId = await ownerOf(asCaller, id);
    const number = passportNumber(body);
    const sealed = number === null ? null : await sealNumber(environment, 'passport', id, number);
    const ending = number?.slice(-3) ?? null;
    await callFunction(serviceClient(request, environment), 'bkk_store_passport', {
      p_traveller_id: id,
      p_user_id: userId,
      p_sealed: sealed,
      p_ending: ending,
    }).catch((error: unknown) => {
      throw error instanceof RaisedError && error.code === 'PT404' ? notFound() : unavailable();
    });
    return { passport_ending: ending };
  });
}
