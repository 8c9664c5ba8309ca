import { useQuery, useQueryClient } from '@tanstack/react-query';
import { balanceQuery } from '#entities/payment/balance-data.ts';
import { reloadPayments } from '#entities/payment/payment-keys.ts';
import { requestKeys } from '#entities/request/request-data.ts';
import { profileQuery } from '#entities/user/profile-data.ts';
import { fullNameOf, useUser } from '#platform/session.ts';

/** Who pays: a member, or the guest of a mailed link. */
export interface Payer {
  /** Null for a guest, who has no credit. */
  readonly userId: string | null;
  readonly fullName: string;
  readonly balanceSatang: number;
  /** Of a guest's link. */
  readonly linkToken: string | null;
  /** Reads again what a payment changes. */
  readonly reload: () => Promise<unknown>;
}

/** A member with name and credit, once they are loaded. */
export function usePayer(userId: string): Payer & { readonly userId: string } {
  const client = useQueryClient();
  const user = useUser();
  const { data: profile } = useQuery(profileQuery(userId));
  const { data: balance } = useQuery(balanceQuery(userId));
  return {
    userId,
    fullName: profile?.full_name ?? (user && fullNameOf(user)) ?? '',
    balanceSatang: Math.round((balance ?? 0) * 100),
    linkToken: null,
    reload: () => reloadPayments(client, userId, requestKeys.ofMember(userId)),
  };
}
