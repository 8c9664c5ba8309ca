import { hostedEnvironment } from '../_shared/http/environment.ts';
import { receiptFile } from '../_shared/payments/receipt-file.ts';

export default { fetch: (request: Request) => receiptFile(request, hostedEnvironment) };
