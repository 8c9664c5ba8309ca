import type { FunctionEnvironment } from '../http/environment.ts';
import { idIn, readBody, respond } from '../http/function-request.ts';
import { keyedHash, networkHash } from '../http/keyed-hash.ts';
import { callOrRespond } from '../http/raised-response.ts';
import { requireSupport } from './support-request.ts';

const textIn = (value: unknown) => (typeof value === 'string' ? value.normalize('NFC').trim() : '');

/**
 * POST { request_key, name, email, subject, message, language } as a visitor: opens a thread with the agency, whose link is
 * mailed to the address. The response is the same for every address.
 */
export function supportTicket(
  request: Request,
  environment: FunctionEnvironment,
): Promise<Response> {
  return respond(request, async () => {
    const { asService } = await requireSupport(request, environment);
    const body = await readBody(request);
    const email = textIn(body.email);
    await callOrRespond(asService, 'bkk_open_visitor_thread', {
      p_request_key: idIn(body, 'request_key', 'request'),
      p_network: await networkHash(request, environment, 'support'),
      p_address: await keyedHash(environment, 'support address', email.toLowerCase()),
      p_ticket: {
        ...{ name: textIn(body.name), email, subject: textIn(body.subject) },
        ...{ message: textIn(body.message), language: textIn(body.language) },
      },
    });
    return { state: 'open' };
  });
}
