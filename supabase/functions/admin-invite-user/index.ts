import { inviteUser } from '../_shared/users/admin-users.ts';
import { hostedEnvironment } from '../_shared/http/environment.ts';

export default { fetch: (request: Request) => inviteUser(request, hostedEnvironment) };
