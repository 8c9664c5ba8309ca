import { hostedEnvironment } from '../_shared/http/environment.ts';
import { guestOrder } from '../_shared/orders/guest-order.ts';

export default { fetch: (request: Request) => guestOrder(request, hostedEnvironment) };
