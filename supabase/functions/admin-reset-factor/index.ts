import { resetFactor } from '../_shared/users/admin-users.ts';
import { hostedEnvironment } from '../_shared/http/environment.ts';

export default { fetch: (request: Request) => resetFactor(request, hostedEnvironment) };
