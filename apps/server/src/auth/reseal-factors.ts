import type { Transaction } from '../db/database.ts';
import type { SealingKeys } from '../http/jwt.ts';
import { sealSecret, unsealSecret } from './totp.ts';

/** Numbers of factors. */
export interface ResealedFactors {
  readonly resealed: number;
  /** Those that no accepted key opens; they were of no use before either. */
  readonly lost: number;
}

/** Seals the secrets of all factors with the present key, so that no other key is needed for them. */
export async function resealFactors(
  transaction: Transaction,
  tokens: SealingKeys,
): Promise<ResealedFactors> {
  const { rows } = await transaction.run({
    text: 'select id, secret from auth.mfa_factors where secret is not null order by id for update',
  });
  let resealed = 0;
  for (const row of rows) {
    const id = String(row.id);
    let secret: string;
    try {
      secret = unsealSecret(tokens, id, String(row.secret));
    } catch {
      continue;
    }
    await transaction.run({
      text: 'update auth.mfa_factors set secret = $2 where id = $1',
      values: [id, sealSecret(tokens, id, secret)],
    });
    resealed += 1;
  }
  return { resealed, lost: rows.length - resealed };
}
