/** The events in the history of a request. */
const names = [
  'requested',
  'offer_sent',
  'offer_accepted',
  'offer_declined',
  'change_asked',
  'offer_expired',
  'cancelled',
  'ticketed',
] as const;

/** The known name of a stored event; undefined for one that came later. */
export const requestEventName = (event: string) => names.find((known) => known === event);
