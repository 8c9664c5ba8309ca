import { callerClient, memberIdOf, serviceClient } from '../http/database-client.ts';
import type { FunctionEnvironment } from '../http/environment.ts';
import { bearerToken, idIn, readBody, respond } from '../http/function-request.ts';
import { networkHash } from '../http/keyed-hash.ts';
import { hashLinkToken, newLinkToken } from '../http/link-token.ts';
import { callOrRespond } from '../http/raised-response.ts';

/** What `bkk_place_order` answers: the order, or what is not as the buyer saw it. */
type PlacedOrder =
  | { readonly order_id: string; readonly number: string }
  | { readonly changes: readonly object[] };

/**
 * POST { request_key, is_guest, language, name, email, phone, method, address, lines: [{ product_id, variant_id, quantity,
 * seen_satang, answers }], seen_delivery_satang, pay }: places an order as a member, or as a guest, and answers with it, or with
 * { changes } where a price or the stock is another one. A guest gets the `token` of a link to the order too.
 */
export function placeOrder(request: Request, environment: FunctionEnvironment): Promise<Response> {
  return respond(request, async () => {
    const token = bearerToken(request);
    const asCaller = callerClient(request, environment, token);
    const asService = serviceClient(request, environment);
    await callOrRespond(asCaller, 'bkk_require_feature', { p_name: 'shop' });
    const { is_guest: isGuest, ...order } = await readBody(request);
    const requestKey = idIn(order, 'request_key', 'request');
    const placed = (await callOrRespond(
      asService,
      'bkk_place_order',
      {
        p_user_id: isGuest === true ? null : await memberIdOf(asCaller, token),
        p_network: await networkHash(request, environment, 'order'),
        p_order: { ...order, request_key: requestKey },
      },
      'too_many_orders',
    )) as PlacedOrder;
    if (isGuest !== true || 'changes' in placed) return placed;
    const link = newLinkToken();
    await callOrRespond(asService, 'bkk_issue_order_link', {
      p_order_id: placed.order_id,
      p_link_hash: await hashLinkToken(link),
    });
    return { ...placed, token: link };
  });
}
