import type { AppError } from '#platform/app-error.ts';
import type { FixedToast } from '#platform/query-client.ts';

const refusals = ['expired', 'cancelled', 'paid', 'names_due', 'changed', 'too_often'] as const;

/** Says why an action was refused; the page then shows the booking as it is now. */
export function refusalToast({ code, message }: AppError): FixedToast {
  const refusal = refusals.find((known) => known === (code === 'PT429' ? 'too_often' : code));
  return refusal === undefined
    ? { title: 'bookings:failed', description: { text: message } }
    : {
        title: `bookings:refused.${refusal}.title`,
        description: `bookings:refused.${refusal}.text`,
      };
}
