import { hostedEnvironment } from '../_shared/http/environment.ts';
import { placeOrder } from '../_shared/orders/place-order.ts';

export default { fetch: (request: Request) => placeOrder(request, hostedEnvironment) };
