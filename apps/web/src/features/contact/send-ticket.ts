import type { Language } from '@bkksiam/domain/languages';
import type { TicketFields } from '@bkksiam/domain/support-ticket';
import { callFunction } from '#platform/call-function.ts';
import { callData } from '#platform/data-api.ts';

/**
 * Sends a ticket to the agency: a member's is a thread of the account, that of a visitor is followed by a mailed link.
 *
 * @returns the id of a member's thread
 * @throws {AppError}
 */
export async function sendTicket(
  ticket: TicketFields & { readonly language: Language },
  requestKey: string,
  isMember: boolean,
): Promise<string | null> {
  const { subject, message } = ticket;
  if (isMember)
    return callData((client) =>
      client.rpc('bkk_open_support_thread', {
        ...{ p_request_key: requestKey, p_subject: subject, p_text: message },
      }),
    );
  await callFunction('support-ticket', { ...ticket, request_key: requestKey });
  return null;
}
