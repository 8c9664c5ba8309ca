import { serviceClient } from '../http/database-client.ts';
import type { FunctionEnvironment } from '../http/environment.ts';
import { bearerToken, readBody, respond, type RequestBody } from '../http/function-request.ts';
import { hashLinkToken, tokenIn } from '../http/link-token.ts';
import { callOrRespond } from '../http/raised-response.ts';
import { RequestError } from '../http/responses.ts';

/** What a guest does, in the version that they saw; nothing to read the order alone. */
function actionIn({ action, version, reason }: RequestBody) {
  if (action === undefined) return {};
  if (typeof action !== 'string' || !Number.isInteger(version) || Math.abs(Number(version)) > 1e9)
    throw new RequestError(
      400,
      'bad_request',
      'An action has a name and the version of the order.',
    );
  const text = typeof reason === 'string' ? reason : null;
  return { p_action: action, p_version: version, p_reason: text };
}

/**
 * POST { token } of a mailed link: the order of a guest. With { action: 'cancel', version } it is cancelled first, and with
 * { action: 'ask_return', version, reason } a refund of what came is asked for.
 */
export function guestOrder(request: Request, environment: FunctionEnvironment): Promise<Response> {
  return respond(request, async () => {
    bearerToken(request);
    const asService = serviceClient(request, environment);
    const body = await readBody(request);
    const values = { p_link_hash: await hashLinkToken(tokenIn(body)), ...actionIn(body) };
    return (await callOrRespond(asService, 'bkk_guest_order', values)) as object;
  });
}
