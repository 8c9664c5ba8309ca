import { hostedEnvironment } from '../_shared/http/environment.ts';
import { supportThread } from '../_shared/support/support-thread.ts';

export default { fetch: (request: Request) => supportThread(request, hostedEnvironment) };
