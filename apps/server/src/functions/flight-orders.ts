import type { FastifyBaseLogger } from 'fastify';
import type { FunctionEnvironment } from '../../../../supabase/functions/_shared/http/environment.ts';
import { settleFlightOrders } from '../../../../supabase/functions/_shared/flights/settle-flight-orders.ts';

const everyMs = 30_000;

/** Settles the orders at suppliers on the clock of this server, as a schedule does on a hosted project; none without a supplier. */
export function settleOrdersOnClock(environment: FunctionEnvironment, log: FastifyBaseLogger) {
  if (environment.get('DUFFEL_ACCESS_TOKEN') === undefined) return [];
  const name = 'settle_flight_orders';
  const run = async () => {
    const key = environment.get('SUPABASE_SERVICE_ROLE_KEY') ?? '';
    const request = new Request('http://localhost/functions/v1/settle-flight-orders', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
    });
    const response = await settleFlightOrders(request, {
      get: (variable) => environment.get(variable),
      warn: (values, message) => log.warn({ job: name, ...values }, message),
    });
    if (!response.ok) throw new Error(`the orders could not be settled: ${response.status}`);
    const { settled } = (await response.json()) as { readonly settled: number };
    return settled;
  };
  return [{ name, everyMs, run }];
}
