import { hashLinkToken, newLinkToken } from '../http/link-token.ts';
import { readFeature } from './mail-data.ts';
import type { MessageContext } from './message-mails.ts';

/**
 * A link of its own for each mail to somebody without an account: the database has its hash, and nothing else has its token.
 *
 * @param issue the function of the database that stores the hash
 * @param values its other arguments
 */
export async function mailedLink(
  context: MessageContext,
  path: string,
  issue: string,
  values: Readonly<Record<string, string>>,
): Promise<string> {
  const token = newLinkToken();
  await readFeature(context, issue, { ...values, p_link_hash: await hashLinkToken(token) });
  return `${path}#${token}`;
}

/** The page of a guest's order. */
export const guestOrderPath = (context: MessageContext, orderId: string) =>
  mailedLink(context, '/orders/guest', 'bkk_issue_order_link', { p_order_id: orderId });
