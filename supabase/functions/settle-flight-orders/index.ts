import { hostedEnvironment } from '../_shared/http/environment.ts';
import { settleFlightOrders } from '../_shared/flights/settle-flight-orders.ts';

export default { fetch: (request: Request) => settleFlightOrders(request, hostedEnvironment) };
