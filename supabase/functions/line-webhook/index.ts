import { hostedEnvironment } from '../_shared/http/environment.ts';
import { lineWebhook } from '../_shared/messages/line-webhook.ts';

export default { fetch: (request: Request) => lineWebhook(request, hostedEnvironment) };
