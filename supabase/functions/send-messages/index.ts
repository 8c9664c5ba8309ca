import { hostedEnvironment } from '../_shared/http/environment.ts';
import { sendMessages } from '../_shared/messages/send-messages.ts';

export default { fetch: (request: Request) => sendMessages(request, hostedEnvironment) };
