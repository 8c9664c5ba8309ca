import { hostedEnvironment } from '../_shared/http/environment.ts';
import { stockAlert } from '../_shared/orders/stock-alert.ts';

export default { fetch: (request: Request) => stockAlert(request, hostedEnvironment) };
