import { deleteUser } from '../_shared/users/admin-users.ts';
import { hostedEnvironment } from '../_shared/http/environment.ts';

export default { fetch: (request: Request) => deleteUser(request, hostedEnvironment) };
