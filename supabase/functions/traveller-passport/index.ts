import { hostedEnvironment } from '../_shared/environment.ts';
import { storePassport } from '../_shared/traveller-passport.ts';

export default { fetch: (request: Request) => storePassport(request, hostedEnvironment) };
