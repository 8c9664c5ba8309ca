import type { SealingPurpose } from '../../../../supabase/functions/_shared/http/sealing.ts';
import type { Transaction } from '../db/database.ts';
import type { SealingKeys } from '../http/jwt.ts';
import { seal, unseal } from '../http/sealing.ts';

/** Where the numbers of a purpose are, as their functions store them: names of SQL. */
const columns: Readonly<
  Record<SealingPurpose, { readonly table: string; readonly id: string; readonly sealed: string }>
> = {
  passport: { table: 'bkk_travellers', id: 'traveller_id', sealed: 'passport_sealed' },
  'refund account': { table: 'bkk_refunds', id: 'refund_id', sealed: 'account_sealed' },
};

/** Opens a number as the functions have sealed it (`supabase/functions/_shared/http/sealing.ts`). */
export function openNumber(
  tokens: SealingKeys,
  purpose: SealingPurpose,
  rowId: string,
  sealed: string,
): string {
  const keys = tokens.fingerprints(purpose, '');
  return unseal(keys, rowId, Buffer.from(sealed, 'base64'), 'after ciphertext');
}

/** Seals all numbers of a purpose with the present key; the result has the number of those that no accepted key opens. */
export async function resealNumbers(
  transaction: Transaction,
  tokens: SealingKeys,
  purpose: SealingPurpose,
): Promise<{ readonly resealed: number; readonly lost: number }> {
  const { table, id: idColumn, sealed: column } = columns[purpose];
  const { rows } = await transaction.run({
    text: `select ${idColumn} as id, ${column} as sealed from public.${table}
      where ${column} is not null order by ${idColumn} for update`,
  });
  let resealed = 0;
  for (const row of rows) {
    const id = String(row.id);
    let number: string;
    try {
      number = openNumber(tokens, purpose, id, String(row.sealed));
    } catch {
      continue;
    }
    const sealed = seal(tokens.fingerprint(purpose, ''), id, number, 'after ciphertext');
    await transaction.run({
      text: `update public.${table} set ${column} = $2 where ${idColumn} = $1`,
      values: [id, sealed.toString('base64')],
    });
    resealed += 1;
  }
  return { resealed, lost: rows.length - resealed };
}
