import {
  deleteUser,
  inviteUser,
  resetFactor,
  resetPassword,
} from '../../../../supabase/functions/_shared/users/admin-users.ts';
import type {
  HostAbilities,
  FunctionEnvironment,
} from '../../../../supabase/functions/_shared/http/environment.ts';
import { duffelWebhook } from '../../../../supabase/functions/_shared/flights/duffel-webhook.ts';
import { holdFlight } from '../../../../supabase/functions/_shared/flights/hold-flight.ts';
import { lineWebhook } from '../../../../supabase/functions/_shared/messages/line-webhook.ts';
import { guestOrder } from '../../../../supabase/functions/_shared/orders/guest-order.ts';
import { orderLink } from '../../../../supabase/functions/_shared/orders/order-link.ts';
import { placeOrder } from '../../../../supabase/functions/_shared/orders/place-order.ts';
import { stockAlert } from '../../../../supabase/functions/_shared/orders/stock-alert.ts';
import { attachSlip } from '../../../../supabase/functions/_shared/slips/attach-slip.ts';
import { refundAccount } from '../../../../supabase/functions/_shared/refunds/refund-account.ts';
import { searchFlights } from '../../../../supabase/functions/_shared/flights/search-flights.ts';
import { receiptFile } from '../../../../supabase/functions/_shared/payments/receipt-file.ts';
import { supportFile } from '../../../../supabase/functions/_shared/support/support-file.ts';
import { supportThread } from '../../../../supabase/functions/_shared/support/support-thread.ts';
import { supportTicket } from '../../../../supabase/functions/_shared/support/support-ticket.ts';
import { storePassport } from '../../../../supabase/functions/_shared/users/traveller-passport.ts';

/** An edge function; the environment is an argument instead of the runtime's global. */
export type HostedFunction = (
  request: Request,
  environment: FunctionEnvironment,
) => Promise<Response>;

/** The product's functions by the name they are invoked by; each is also deployed as `supabase/functions/<name>/index.ts`. */
export const hostedFunctions: ReadonlyMap<string, HostedFunction> = new Map<string, HostedFunction>(
  [
    ['admin-invite-user', inviteUser],
    ['admin-reset-password', resetPassword],
    ['admin-reset-factor', resetFactor],
    ['admin-delete-user', deleteUser],
    ['traveller-passport', storePassport],
    ['refund-account', refundAccount],
    ['search-flights', searchFlights],
    ['hold-flight', holdFlight],
    ['attach-slip', attachSlip],
    ['receipt', receiptFile],
    ['place-order', placeOrder],
    ['guest-order', guestOrder],
    ['order-link', orderLink],
    ['stock-alert', stockAlert],
    ['support-ticket', supportTicket],
    ['support-thread', supportThread],
    ['support-file', supportFile],
  ],
);

/** The functions that are called without a token of this product: each checks a signature itself. */
export const openFunctions: ReadonlyMap<string, HostedFunction> = new Map([
  ['duffel-webhook', duffelWebhook],
  ['line-webhook', lineWebhook],
]);

/** What the environment of functions is made of. */
interface FunctionValues {
  readonly anon: string;
  readonly service: string;
  readonly sealing: string;
  /** A second key that still opens, while the key is replaced. */
  readonly sealingAccepted?: string | undefined;
  readonly duffel?: {
    readonly token: string | undefined;
    readonly url: string;
    readonly webhookSecret: string | undefined;
  };
  readonly line?: {
    readonly token: string | undefined;
    readonly url: string;
    readonly secret: string | undefined;
  };
  readonly slipCheckUrl?: string | undefined;
}

/**
 * The environment variables of functions on a hosted project, which sets those of Supabase itself, with the values of this
 * server.
 *
 * @param baseUrl called on each read, because the port is known only once the server listens
 */
export function functionEnvironment(
  baseUrl: () => string,
  { anon, service, sealing, sealingAccepted, duffel, line, slipCheckUrl }: FunctionValues,
  abilities: HostAbilities = {},
): FunctionEnvironment {
  const values: Readonly<Record<string, () => string | undefined>> = {
    SUPABASE_URL: baseUrl,
    SUPABASE_ANON_KEY: () => anon,
    SUPABASE_SERVICE_ROLE_KEY: () => service,
    SEALING_KEY: () => sealing,
    SEALING_KEY_ACCEPTED: () => sealingAccepted,
    DUFFEL_ACCESS_TOKEN: () => duffel?.token,
    DUFFEL_API_URL: () => duffel?.url,
    DUFFEL_WEBHOOK_SECRET: () => duffel?.webhookSecret,
    LINE_CHANNEL_TOKEN: () => line?.token,
    LINE_API_URL: () => line?.url,
    LINE_CHANNEL_SECRET: () => line?.secret,
    SLIP_CHECK_URL: () => slipCheckUrl,
  };
  return {
    ...abilities,
    get: (name) => (Object.hasOwn(values, name) ? values[name]?.() : undefined),
  };
}
