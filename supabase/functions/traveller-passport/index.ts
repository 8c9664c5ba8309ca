import { hostedEnvironment } from '../_shared/http/environment.ts';
import { storePassport } from '../_shared/users/traveller-passport.ts';

export default { fetch: (request: Request) => storePassport(request, hostedEnvironment) };
