import { hostedEnvironment } from '../_shared/http/environment.ts';
import { holdFlight } from '../_shared/flights/hold-flight.ts';

export default { fetch: (request: Request) => holdFlight(request, hostedEnvironment) };
