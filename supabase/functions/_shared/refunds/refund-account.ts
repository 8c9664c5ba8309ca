import { requireAdmin } from '../http/admin-request.ts';
import {
  callerClient,
  callFunction,
  RaisedError,
  requireMember,
  serviceClient,
  type DatabaseClient,
} from '../http/database-client.ts';
import type { FunctionEnvironment } from '../http/environment.ts';
import {
  bearerToken,
  idIn,
  notSignedIn,
  readBody,
  respond,
  unavailable,
  type RequestBody,
} from '../http/function-request.ts';
import { hashLinkToken, tokenIn } from '../http/link-token.ts';
import { RequestError } from '../http/responses.ts';
import { openNumber, sealNumber } from '../http/sealing.ts';

const purpose = 'refund account';

const notFound = () => new RequestError(404, 'not_found', 'There is no such refund.');

/** A text of the body that fits a pattern, without the spaces around it. */
function textIn(body: RequestBody, name: string, pattern: RegExp, message: string): string {
  const value = body[name];
  const text = typeof value === 'string' ? value.trim() : '';
  if (pattern.test(text)) return text;
  throw new RequestError(400, name, message);
}

/** The account of the body; of its number the digits alone. */
function accountIn(body: RequestBody) {
  const { account_number: typed } = body;
  const number = typeof typed === 'string' ? typed.replaceAll(/[\s-]/g, '') : '';
  if (!/^\d{6,20}$/.test(number)) {
    const message = 'The number of a bank account has 6 to 20 digits.';
    throw new RequestError(400, 'account_number', message);
  }
  return {
    bank: textIn(body, 'bank_code', /^\d{3}$/, 'The code of a bank has three digits.'),
    name: textIn(body, 'account_name', /^.{1,100}$/u, 'Say whose account it is.'),
    number,
  };
}

/** The id of the caller, by whom the database finds the refund. */
async function callerId(asCaller: DatabaseClient, token: string): Promise<string> {
  const { data, error } = await asCaller.auth.getUser(token);
  if (error !== null) throw (error.status ?? 500) >= 500 ? unavailable() : notSignedIn();
  return data.user.id;
}

/** The error of the response to what the database rejects; another one is unavailable. */
function requestErrorOf(error: unknown): Error {
  if (!(error instanceof RaisedError)) return unavailable();
  if (error.code === 'PT404') return notFound();
  if (error.code !== 'PT409') return unavailable();
  const message = 'The refund has changed. Load it again.';
  return new RequestError(409, 'refund_changed', message);
}

interface AccountCall {
  readonly asService: DatabaseClient;
  readonly environment: FunctionEnvironment;
  readonly id: string;
}

async function storeAccount(
  { asService, environment, id }: AccountCall,
  body: object,
  owner:
    | { readonly p_user_id: string }
    | { readonly p_user_id: null; readonly p_link_hash: string },
) {
  const { bank, name, number } = accountIn({ ...body });
  const ending = number.slice(-4);
  await callFunction(asService, 'bkk_store_refund_account', {
    p_refund_id: id,
    ...owner,
    p_bank_code: bank,
    p_account_name: name,
    p_sealed: await sealNumber(environment, purpose, id, number),
    p_ending: ending,
  }).catch((error: unknown) => {
    throw requestErrorOf(error);
  });
  return { account_ending: ending };
}

async function openAccount({ asService, environment, id }: AccountCall, adminId: string) {
  const sealed = await callFunction(asService, 'bkk_open_refund_account', {
    p_refund_id: id,
    p_admin_id: adminId,
  }).catch((error: unknown) => {
    throw requestErrorOf(error);
  });
  if (typeof sealed !== 'string') throw notFound();
  const number = await openNumber(environment, purpose, id, sealed);
  if (number !== null) return { account_number: number };
  const message = 'The number was sealed with a key that is gone. Ask the member for it again.';
  throw new RequestError(410, 'account_lost', message);
}

/**
 * POST { refund_id, bank_code, account_name, account_number } by its member, or with { token } of a guest's link: seals the number of the bank account that the refund
 * goes to and stores it; responds { account_ending }. POST { refund_id, open: true } by an admin: responds { account_number },
 * and the change log says who opened it.
 */
export function refundAccount(
  request: Request,
  environment: FunctionEnvironment,
): Promise<Response> {
  return respond(request, async () => {
    const token = bearerToken(request);
    const asCaller: DatabaseClient = callerClient(request, environment, token);
    const body = await readBody(request);
    const isGuest = body.token !== undefined && body.open !== true;
    if (!isGuest) await requireMember(asCaller);
    const call: AccountCall = {
      asService: serviceClient(request, environment),
      environment,
      id: idIn(body, 'refund_id', 'refund'),
    };
    if (isGuest) {
      const link = await hashLinkToken(tokenIn(body));
      return storeAccount(call, body, { p_user_id: null, p_link_hash: link });
    }
    if (body.open !== true)
      return storeAccount(call, body, { p_user_id: await callerId(asCaller, token) });
    return openAccount(call, await requireAdmin(asCaller, token));
  });
}
