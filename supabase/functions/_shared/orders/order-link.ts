import { serviceClient } from '../http/database-client.ts';
import type { FunctionEnvironment } from '../http/environment.ts';
import { bearerToken, readBody, respond } from '../http/function-request.ts';
import { keyedHash, networkHash } from '../http/keyed-hash.ts';
import { callOrRespond } from '../http/raised-response.ts';

const minimumMs = 300;

const textIn = (value: unknown) => (typeof value === 'string' ? value.trim().slice(0, 300) : '');

/**
 * POST { number, email }: mails a new link to the guest whose order has both. The response and its time are the same for every
 * number and address.
 */
export function orderLink(request: Request, environment: FunctionEnvironment): Promise<Response> {
  return respond(request, async () => {
    bearerToken(request);
    const asService = serviceClient(request, environment);
    const body = await readBody(request);
    const email = textIn(body.email);
    const asked = callOrRespond(asService, 'bkk_ask_order_link', {
      p_network: await networkHash(request, environment, 'order link'),
      p_address: await keyedHash(environment, 'order link address', email.toLowerCase()),
      p_number: textIn(body.number),
      p_email: email,
    });
    // A message that is queued takes longer than none.
    await Promise.all([asked, new Promise((resolve) => setTimeout(resolve, minimumMs))]);
    return { state: 'asked' };
  });
}
