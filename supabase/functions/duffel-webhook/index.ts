import { hostedEnvironment } from '../_shared/http/environment.ts';
import { duffelWebhook } from '../_shared/flights/duffel-webhook.ts';

export default { fetch: (request: Request) => duffelWebhook(request, hostedEnvironment) };
