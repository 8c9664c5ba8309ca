import { callerClient, serviceClient } from '../http/database-client.ts';
import type { FunctionEnvironment } from '../http/environment.ts';
import { bearerToken, readBody, respond } from '../http/function-request.ts';
import { networkHash } from '../http/keyed-hash.ts';
import { callOrRespond } from '../http/raised-response.ts';

const textIn = (value: unknown) => (typeof value === 'string' ? value.normalize('NFC').trim() : '');

/**
 * POST { variant_id, email, language } as a visitor: the address is mailed once when the variant is in stock again. The response
 * is the same for every address.
 */
export function stockAlert(request: Request, environment: FunctionEnvironment): Promise<Response> {
  return respond(request, async () => {
    const asCaller = callerClient(request, environment, bearerToken(request));
    await callOrRespond(asCaller, 'bkk_require_feature', { p_name: 'shop' });
    const body = await readBody(request);
    await callOrRespond(serviceClient(request, environment), 'bkk_ask_visitor_stock_alert', {
      p_network: await networkHash(request, environment, 'stock alert'),
      p_variant_id: textIn(body.variant_id),
      p_email: textIn(body.email),
      p_language: textIn(body.language),
    });
    return { state: 'asked' };
  });
}
