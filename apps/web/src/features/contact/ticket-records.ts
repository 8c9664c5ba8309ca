import { isSupportTicket, type SupportTicket } from '@bkksiam/domain/support-ticket';
import { localSlot } from '#platform/local-store.ts';

const slot = localSlot<readonly SupportTicket[]>('tickets', (stored) =>
  Array.isArray(stored) && stored.every(isSupportTicket) ? stored : undefined,
);

/** Keeps a ticket on this device, after the earlier ones (spec §3). False when the browser would not keep it. */
export function keepTicket(ticket: SupportTicket): boolean {
  return slot.write([...(slot.read() ?? []), ticket]);
}
