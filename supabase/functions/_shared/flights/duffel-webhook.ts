import { serviceClient } from '../http/database-client.ts';
import type { FunctionEnvironment } from '../http/environment.ts';
import { respond } from '../http/function-request.ts';
import { RequestError } from '../http/responses.ts';
import { call } from './flight-database.ts';

const encoder = new TextEncoder();

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** `t=<unix>,v1=<hex>`: HMAC-SHA256 of the time, a dot and the body as sent. The time is not limited: events come again for days. */
async function isSigned(header: string, body: ArrayBuffer, secret: string): Promise<boolean> {
  const [, time = '', signature = ''] = /^t=(\d{1,20}),v1=([\da-f]{64})$/.exec(header.trim()) ?? [];
  if (signature === '') return false;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, [
    'verify',
  ]);
  const signed = new Uint8Array([...encoder.encode(`${time}.`), ...new Uint8Array(body)]);
  return crypto.subtle.verify('HMAC', key, bytesOf(signature), signed);
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The order that an event is about; empty for any other. */
function orderOf(object: Readonly<Record<string, unknown>>): string {
  const id = textOf(object.order_id) || textOf(object.id);
  return /^ord_\w{1,90}$/.test(id) ? id : '';
}

function parse(body: ArrayBuffer): Readonly<Record<string, unknown>> {
  try {
    const event: unknown = JSON.parse(new TextDecoder().decode(body));
    if (typeof event === 'object' && event !== null) return { ...event };
  } catch {
    // Answered as every other body that is no event.
  }
  throw new RequestError(400, 'bad_request', 'The body must be an event.');
}

/**
 * POST by Duffel: an event about an order. The signature is checked and repeated events are ignored; the order is then read from
 * Duffel by reconcile-flight-orders, so nothing of the event is believed.
 */
export function duffelWebhook(
  request: Request,
  environment: FunctionEnvironment,
): Promise<Response> {
  return respond(request, async () => {
    if (request.method !== 'POST')
      throw new RequestError(405, 'method_not_allowed', 'This function answers POST only.');
    const secret = environment.get('DUFFEL_WEBHOOK_SECRET') ?? '';
    if (secret === '') throw new RequestError(404, 'not_found', 'This project expects no events.');
    const body = await request.arrayBuffer();
    if (!(await isSigned(request.headers.get('x-duffel-signature') ?? '', body, secret)))
      throw new RequestError(401, 'not_signed', 'The signature is not right.');
    const event = parse(body);
    const { object } = (event.data ?? {}) as { readonly object?: unknown };
    const eventId = textOf(event.idempotency_key) || textOf(event.id);
    const orderId = orderOf(typeof object === 'object' && object !== null ? { ...object } : {});
    if (eventId === '' || eventId.length > 100)
      throw new RequestError(400, 'bad_request', 'The body must be an event.');
    if (orderId === '') return { received: true };
    await call(serviceClient(request, environment), 'bkk_receive_supplier_event', {
      p_source: 'duffel',
      p_event_id: eventId,
      p_order_id: orderId,
    });
    return { received: true };
  });
}
