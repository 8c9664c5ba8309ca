import { hostedEnvironment } from '../_shared/http/environment.ts';
import { orderLink } from '../_shared/orders/order-link.ts';

export default { fetch: (request: Request) => orderLink(request, hostedEnvironment) };
