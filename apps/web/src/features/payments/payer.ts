import { useQuery } from '@tanstack/react-query';
import { balanceQuery } from '#entities/payment/balance-data.ts';
import { profileQuery } from '#entities/user/profile-data.ts';
import { fullNameOf, useUser } from '#platform/session.ts';

/** What a payment needs to know of the member. */
export interface Payer {
  readonly userId: string;
  readonly fullName: string;
  readonly balanceSatang: number;
}

/** The member's name and credit, once they are loaded. */
export function usePayer(userId: string): Payer {
  const user = useUser();
  const { data: profile } = useQuery(profileQuery(userId));
  const { data: balance } = useQuery(balanceQuery(userId));
  return {
    userId,
    fullName: profile?.full_name ?? (user && fullNameOf(user)) ?? '',
    balanceSatang: Math.round((balance ?? 0) * 100),
  };
}
