import { queryOptions } from '@tanstack/react-query';
import type { PromptPayId, PromptPayKind } from '@bkksiam/domain/promptpay-id';
import { callData } from '#platform/data-api.ts';

async function readAgency(signal: AbortSignal) {
  return callData((client) =>
    client
      .from('bkk_agency')
      .select(
        `name_en, name_th, bank_code, bank_account_name, bank_account_number, promptpay_kind, promptpay_id`,
      )
      .abortSignal(signal)
      .maybeSingle(),
  );
}

/** The details of the agency that members pay to. */
export type Agency = NonNullable<Awaited<ReturnType<typeof readAgency>>>;

export function agencyQuery() {
  return queryOptions({
    queryKey: ['agency'],
    queryFn: ({ signal }) => readAgency(signal),
  });
}

/** Where PromptPay pays to; undefined while the agency has none. */
export function promptPayOf({
  promptpay_kind: kind,
  promptpay_id: id,
}: Agency): PromptPayId | undefined {
  // A check of the database knows the kinds.
  return kind === null || id === null ? undefined : { kind: kind as PromptPayKind, id };
}
