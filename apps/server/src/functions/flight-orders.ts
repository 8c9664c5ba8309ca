import type { FastifyBaseLogger } from 'fastify';
import type { FunctionEnvironment } from '../../../../supabase/functions/_shared/http/environment.ts';
import { reconcileFlightOrders } from '../../../../supabase/functions/_shared/flights/reconcile-flight-orders.ts';

const everyMs = 30_000;

/** Reconciles the orders at suppliers on the clock of this server, as a schedule does on a hosted project; none without a supplier. */
export function reconcileOrdersOnSchedule(
  environment: FunctionEnvironment,
  log: FastifyBaseLogger,
) {
  if (environment.get('DUFFEL_ACCESS_TOKEN') === undefined) return [];
  const name = 'reconcile_flight_orders';
  const run = async () => {
    const key = environment.get('SUPABASE_SERVICE_ROLE_KEY') ?? '';
    const request = new Request('http://localhost/functions/v1/reconcile-flight-orders', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
    });
    const response = await reconcileFlightOrders(request, {
      get: (variable) => environment.get(variable),
      warn: (values, message) => log.warn({ job: name, ...values }, message),
    });
    if (!response.ok) throw new Error(`the orders could not be reconciled: ${response.status}`);
    const { reconciled } = (await response.json()) as { readonly reconciled: number };
    return reconciled;
  };
  return [{ name, everyMs, run }];
}
