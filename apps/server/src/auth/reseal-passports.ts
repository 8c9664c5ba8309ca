import type { Transaction } from '../db/database.ts';
import type { SealingKeys } from '../http/jwt.ts';
import { seal, unseal } from '../http/sealing.ts';

/** As in supabase/functions/_shared/users/seal-passport.ts. */
const purpose = 'passport';

/** Opens the number of a passport as the function traveller-passport has sealed it. */
export function openPassport(tokens: SealingKeys, travellerId: string, sealed: string): string {
  const keys = tokens.fingerprints(purpose, '');
  return unseal(keys, travellerId, Buffer.from(sealed, 'base64'), 'after ciphertext');
}

/** Seals the numbers of all passports with the present key; the result has the number of those that no accepted key opens. */
export async function resealPassports(
  transaction: Transaction,
  tokens: SealingKeys,
): Promise<{ readonly resealed: number; readonly lost: number }> {
  const { rows } = await transaction.run({
    text: `select traveller_id, passport_sealed from public.bkk_travellers
      where passport_sealed is not null order by traveller_id for update`,
  });
  let resealed = 0;
  for (const row of rows) {
    const id = String(row.traveller_id);
    let number: string;
    try {
      number = openPassport(tokens, id, String(row.passport_sealed));
    } catch {
      continue;
    }
    const sealed = seal(tokens.fingerprint(purpose, ''), id, number, 'after ciphertext');
    await transaction.run({
      text: 'update public.bkk_travellers set passport_sealed = $2 where traveller_id = $1',
      values: [id, sealed.toString('base64')],
    });
    resealed += 1;
  }
  return { resealed, lost: rows.length - resealed };
}
