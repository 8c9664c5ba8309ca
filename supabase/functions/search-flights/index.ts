import { hostedEnvironment } from '../_shared/http/environment.ts';
import { searchFlights } from '../_shared/flights/search-flights.ts';

export default { fetch: (request: Request) => searchFlights(request, hostedEnvironment) };
