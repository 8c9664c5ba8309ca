import { hostedEnvironment } from '../_shared/http/environment.ts';
import { refundAccount } from '../_shared/refunds/refund-account.ts';

export default { fetch: (request: Request) => refundAccount(request, hostedEnvironment) };
