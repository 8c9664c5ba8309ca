import { hostedEnvironment } from '../_shared/environment.ts';
import { lineWebhook } from '../_shared/line-webhook.ts';

export default { fetch: (request: Request) => lineWebhook(request, hostedEnvironment) };
