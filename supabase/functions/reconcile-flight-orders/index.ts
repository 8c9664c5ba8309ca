import { hostedEnvironment } from '../_shared/http/environment.ts';
import { reconcileFlightOrders } from '../_shared/flights/reconcile-flight-orders.ts';

export default { fetch: (request: Request) => reconcileFlightOrders(request, hostedEnvironment) };
