import { hostedEnvironment } from '../_shared/http/environment.ts';
import { attachSlip } from '../_shared/slips/attach-slip.ts';

export default { fetch: (request: Request) => attachSlip(request, hostedEnvironment) };
