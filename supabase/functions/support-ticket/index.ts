import { hostedEnvironment } from '../_shared/http/environment.ts';
import { supportTicket } from '../_shared/support/support-ticket.ts';

export default { fetch: (request: Request) => supportTicket(request, hostedEnvironment) };
