import { hostedEnvironment } from '../_shared/environment.ts';
import { sendMessages } from '../_shared/send-messages.ts';

export default { fetch: (request: Request) => sendMessages(request, hostedEnvironment) };
