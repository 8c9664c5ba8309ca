import { hostedEnvironment } from '../_shared/http/environment.ts';
import { supportFile } from '../_shared/support/support-file.ts';

export default { fetch: (request: Request) => supportFile(request, hostedEnvironment) };
