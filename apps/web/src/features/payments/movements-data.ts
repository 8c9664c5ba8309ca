import { infiniteQueryOptions } from '@tanstack/react-query';
import { bangkokTimestamp } from '@bkksiam/domain/date-text';
import { paymentKeys } from '#entities/payment/payment-keys.ts';
import { callData } from '#platform/data-api.ts';

const movementsPage = 50;
// The data API gives at most 1000 rows at once.
const exportedPage = 1000;
const maxExported = 10_000;

function selectMovements(
  userId: string,
  before: number | null,
  limit: number,
  signal?: AbortSignal,
) {
  return callData((client) => {
    const rows = client
      .from('bkk_credit_postings')
      .select(
        `number, kind, booking_id, order_id, bank_satang, booking_satang, order_satang, credit_satang, credit_after_satang, received_at,
        created_at, booking:bkk_bookings (reference), placed:bkk_orders (number), receipts:bkk_receipts (receipt_id, series, year, number, voided_at,
        void_kind, void_reason)`,
      )
      .eq('user_id', userId)
      // An admin who is a member too reads those of the books.
      .neq('kind', 'sale')
      .order('number', { ascending: false })
      .limit(limit);
    const older = before === null ? rows : rows.lt('number', before);
    return signal === undefined ? older : older.abortSignal(signal);
  });
}

/** A movement of the member's money: into their credit, out of it, or past it. */
export type Movement = Awaited<ReturnType<typeof selectMovements>>[number];

/** A receipt of a movement; a void one has another in its place, or the reason of an admin. */
export type MovementReceipt = Movement['receipts'][number];

/** The movements of the member, newest first. */
export function movementsQuery(userId: string) {
  return infiniteQueryOptions({
    queryKey: paymentKeys.postings(userId),
    queryFn: ({ pageParam, signal }) => selectMovements(userId, pageParam, movementsPage, signal),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => (last.length < movementsPage ? undefined : last.at(-1)?.number),
  });
}

/** All movements of the member, for a file; the oldest ones of very many are left out. */
export async function readAllMovements(userId: string): Promise<readonly Movement[]> {
  const all: Movement[] = [];
  let page: readonly Movement[];
  do {
    page = await selectMovements(userId, all.at(-1)?.number ?? null, exportedPage);
    all.push(...page);
  } while (page.length === exportedPage && all.length < maxExported);
  return all;
}

/** A movement with the credit after it, also where it did not change. */
export interface BookedMovement extends Movement {
  readonly balanceSatang: number;
}

/** @param balanceSatang the credit after the first one, which is the newest */
export function withBalances(
  movements: readonly Movement[],
  balanceSatang: number,
): readonly BookedMovement[] {
  let balance = balanceSatang;
  return movements.map((movement) => {
    const after = movement.credit_after_satang ?? balance;
    balance = after - movement.credit_satang;
    return { ...movement, balanceSatang: after };
  });
}

/** The movements of a month in Bangkok. */
export interface MovementMonth {
  /** `2026-12` */
  readonly month: string;
  readonly movements: readonly BookedMovement[];
  /** What came into the credit and went out of it. */
  readonly inSatang: number;
  readonly outSatang: number;
}

export function byMonth(movements: readonly BookedMovement[]): readonly MovementMonth[] {
  const months = new Map<string, BookedMovement[]>();
  for (const movement of movements) {
    const { created_at: at } = movement;
    const month = (bangkokTimestamp(at) ?? at).slice(0, 7);
    months.set(month, [...(months.get(month) ?? []), movement]);
  }
  return [...months].map(([month, all]) => ({
    month,
    movements: all,
    inSatang: all.reduce((sum, { credit_satang: credit }) => sum + Math.max(0, credit), 0),
    outSatang: all.reduce((sum, { credit_satang: credit }) => sum + Math.max(0, -credit), 0),
  }));
}
