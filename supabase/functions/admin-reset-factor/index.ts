import { resetFactor } from '../_shared/admin-users.ts';
import { hostedEnvironment } from '../_shared/environment.ts';

export default { fetch: (request: Request) => resetFactor(request, hostedEnvironment) };
