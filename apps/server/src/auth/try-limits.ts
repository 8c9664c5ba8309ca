import { createHash } from 'node:crypto';
import type { Statement } from '../db/database.ts';
import { authErrors } from './errors.ts';
import type { AuthParts } from './settings.ts';

const mostTries = 5;
const windowMinutes = 15;

function addressHash(email: string): string {
  return createHash('sha256').update(`code ${email}`).digest('hex');
}

/**
 * Counts a try of a code for this address before it is looked at, so that tries at once count too. Five in a quarter of
 * an hour are answered; links are not counted, they cannot be guessed.
 *
 * @throws over_request_rate_limit, for known and unknown addresses alike
 */
export async function countCodeTry(auth: AuthParts, email: string): Promise<void> {
  const [result] = await auth.database.asService([
    {
      text: `with swept as (
          delete from bkksiam_private.code_tries where ctid in (
            select ctid from bkksiam_private.code_tries
            where until < now() - interval '1 minute' and address_hash <> $1
            limit 20 for update skip locked))
        insert into bkksiam_private.code_tries as c (address_hash, tries, until)
        values ($1, 1, now() + make_interval(mins => $2))
        on conflict (address_hash) do update set
          tries = case when c.until <= now() then 1 else c.tries + 1 end,
          until = case when c.until <= now() then excluded.until else c.until end
        returning tries, greatest(1, ceil(extract(epoch from until - now())))::int as seconds`,
      values: [addressHash(email), windowMinutes],
    },
  ]);
  const row = result?.rows[0];
  if (Number(row?.tries) > mostTries) throw authErrors.tooManyTries(Number(row?.seconds));
}

/** After the right code the count starts anew; part of the transaction that used the code up. */
export function forgetCodeTries(email: string): Statement {
  return {
    text: 'delete from bkksiam_private.code_tries where address_hash = $1',
    values: [addressHash(email)],
  };
}
