import { serviceClient } from '../http/database-client.ts';
import type { FunctionEnvironment } from '../http/environment.ts';
import { respond } from '../http/function-request.ts';
import { requireServiceKey } from '../http/service-request.ts';
import { createDuffel } from './duffel.ts';
import { call, type FlightClient } from './flight-database.ts';
import {
  SupplierError,
  type CreateSupplier,
  type FlightSupplier,
  type SeenOrder,
} from './flight-supplier.ts';

interface LeasedOrder {
  readonly booking_id: string;
  readonly lease: string;
  readonly source: string;
  readonly state: 'ordering' | 'held' | 'paying' | 'paid' | 'cancelling';
  readonly source_order_id: string | null;
  readonly source_offer_id: string;
  readonly total_satang: number;
}

interface Reconciling {
  readonly asService: FlightClient;
  readonly environment: FunctionEnvironment;
  readonly suppliers: readonly FlightSupplier[];
}

const concurrency = 5;
/** Longer than the requests of one order take. */
const leaseSeconds = 180;
/** After this time no further order is begun; a schedule calls again. */
const budgetMs = 40_000;

/** Does what the state of an order asks for; null where the supplier has no such order. */
function act(supplier: FlightSupplier, order: LeasedOrder): Promise<SeenOrder | null> {
  const { source_order_id: orderId, source_offer_id: offerId, total_satang: total } = order;
  if (orderId === null) return supplier.findOrder(offerId, order.booking_id);
  if (order.state === 'cancelling') return supplier.cancelOrder(orderId);
  if (order.state === 'paying') return supplier.payOrder(orderId, total);
  return supplier.readOrder(orderId);
}

/** What was seen of an order, as the database records it. */
export function recordedOrder(seen: SeenOrder | null): object {
  if (seen === null) return { state: 'missing' };
  const { orderId, payBy, priceUntil, totalSatang, ...same } = seen;
  return {
    ...same,
    order_id: orderId,
    pay_by: payBy,
    price_until: priceUntil,
    total_satang: totalSatang,
  };
}

/** Reconciles one order with the supplier; null after a failure, which is recorded. */
async function reconcile({ asService, environment, suppliers }: Reconciling, order: LeasedOrder) {
  const values = { p_booking_id: order.booking_id, p_lease: order.lease };
  const supplier = suppliers.find(({ source }) => source === order.source);
  try {
    if (supplier === undefined) throw new SupplierError('failed', 'no_supplier');
    const seen = recordedOrder(await act(supplier, order));
    return await call(asService, 'bkk_record_supplier_order', { ...values, p_seen: seen });
  } catch (error) {
    if (!(error instanceof SupplierError)) throw error;
    const { kind, code } = error;
    const { source, state } = order;
    environment.warn?.({ source, state, kind, code }, 'an order could not be reconciled');
    await call(asService, 'bkk_supplier_order_failed', {
      ...values,
      p_reason: code,
      p_is_final: kind === 'refused',
    });
    return null;
  }
}

/** Reconciles the orders that are due, or one of them if it is due; gives their bookings, null for those that failed. */
export async function reconcileOrders(
  reconciling: Reconciling,
  bookingId?: string,
): Promise<unknown[]> {
  const reconciled: unknown[] = [];
  const end = performance.now() + budgetMs;
  for (let more = true; more && performance.now() < end;) {
    const orders = (await call(reconciling.asService, 'bkk_lease_supplier_orders', {
      p_limit: concurrency,
      p_lease_seconds: leaseSeconds,
      ...(bookingId !== undefined && { p_booking_id: bookingId }),
    })) as readonly LeasedOrder[];
    reconciled.push(...(await Promise.all(orders.map((order) => reconcile(reconciling, order)))));
    more = bookingId === undefined && orders.length === concurrency;
  }
  return reconciled;
}

/**
 * POST with the service key, on a schedule: looks for orders whose answer was lost, reads those that are open, pays and cancels.
 * Responds { reconciled, failed }. Several calls at a time share the orders.
 */
export function reconcileFlightOrders(
  request: Request,
  environment: FunctionEnvironment,
  createSupplier: CreateSupplier = createDuffel,
): Promise<Response> {
  return respond(request, async () => {
    await requireServiceKey(request, environment);
    const supplier = createSupplier(environment);
    const suppliers = supplier === undefined ? [] : [supplier];
    const asService = serviceClient(request, environment);
    const results = await reconcileOrders({ asService, environment, suppliers });
    const failed = results.filter((result) => result === null).length;
    return { reconciled: results.length - failed, failed };
  });
}
