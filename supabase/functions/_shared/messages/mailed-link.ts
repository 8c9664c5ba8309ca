import { hashLinkToken, newLinkToken } from '../support/support-link.ts';
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
