import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { BankLine } from '@bkksiam/domain/bank-statement';
import { callJson } from '#platform/call-json.ts';
import { callData } from '#platform/data-api.ts';
import type { Period } from '#entities/calendar/period.ts';

/** The prefix of the query keys. */
export const financeKey = ['finance'] as const;

const text = z.nullable(z.string());

const days = z.object({
  days: z.array(
    z.object({
      day: z.string(),
      received_satang: z.number(),
      paid_out_satang: z.number(),
      due_satang: z.number(),
    }),
  ),
});

export type FinanceDay = z.output<typeof days>['days'][number];

const args = ({ first, last }: Period) => ({ p_first: first, p_last: last });

export const daysQuery = (period: Period) =>
  queryOptions({
    queryKey: [...financeKey, 'days', period],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const found = await callJson(days, (client) =>
        client.rpc('bkk_admin_finance_days', args(period)).abortSignal(signal),
      );
      return found.days;
    },
  });

const sums = z.object({
  received_today_satang: z.number(),
  received_month_satang: z.number(),
  payments_today: z.number(),
  due_today_satang: z.number(),
  due_next_at: text,
  due_week_satang: z.number(),
  overdue_satang: z.number(),
  overdue_bookings: z.number(),
  overdue_since: text,
  refunds_due_satang: z.number(),
  refunds_due: z.number(),
  refunds_undecided_satang: z.number(),
  refunds_undecided: z.number(),
  refunds_promised_on: text,
  credit_satang: z.number(),
  waiting_slips: z.number(),
  waiting_approvals: z.number(),
});

export type FinanceSums = z.output<typeof sums>;

export const sumsQuery = queryOptions({
  queryKey: [...financeKey, 'sums'],
  refetchInterval: 60_000,
  queryFn: ({ signal }) =>
    callJson(sums, (client) => client.rpc('bkk_admin_finance_sums').abortSignal(signal)),
});

const agreement = z.object({
  bank_in_satang: z.number(),
  bank_out_satang: z.number(),
  receipts_satang: z.number(),
  receipts: z.number(),
  earlier_satang: z.number(),
  receipts_difference_satang: z.number(),
  statement: z.nullable(
    z.object({
      last_at: z.string(),
      days: z.number(),
      bank_satang: z.number(),
      matched_satang: z.number(),
      difference_satang: z.number(),
    }),
  ),
  open_lines: z.number(),
  open_lines_satang: z.number(),
  agrees: z.boolean(),
  causes: z.array(
    z.object({
      cause: z.enum(['no_receipt', 'receipt_void', 'no_line', 'no_posting']),
      posting_id: text,
      line_id: text,
      booking_id: text,
      reference: text,
      full_name: text,
      at: z.string(),
      amount_satang: z.number(),
      recorded_by: text,
    }),
  ),
});

export type Agreement = z.output<typeof agreement>;

export const agreementQuery = (period: Period) =>
  queryOptions({
    queryKey: [...financeKey, 'agreement', period],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      callJson(agreement, (client) =>
        client.rpc('bkk_admin_finance_agreement', args(period)).abortSignal(signal),
      ),
  });

const payables = z.array(
  z.object({
    /** Of a booking; else `order_id` is there. */
    booking_id: text,
    order_id: text,
    reference: z.string(),
    full_name: text,
    received_satang: z.number(),
    paid_out_satang: z.number(),
    movements: z.number(),
    due_satang: z.nullable(z.number()),
    due_at: text,
    last_at: z.string(),
    number: z.number(),
  }),
);

export type PayableSums = z.output<typeof payables>[number];

export const pageRows = 50;

export const readPayables = (period: Period) => (after: PayableSums | null, signal: AbortSignal) =>
  callJson(payables, (client) =>
    client
      .rpc('bkk_admin_finance_bookings', {
        ...args(period),
        ...(after && { p_before_at: after.last_at, p_before_number: after.number }),
        p_limit: pageRows,
      })
      .abortSignal(signal),
  );

const admins = z.array(
  z.object({
    admin_id: z.string(),
    full_name: text,
    received_satang: z.number(),
    paid_out_satang: z.number(),
    movements: z.number(),
  }),
);

export type AdminSums = z.output<typeof admins>[number];

export const readAdmins = (period: Period) => (after: AdminSums | null, signal: AbortSignal) =>
  callJson(admins, (client) =>
    client
      .rpc('bkk_admin_finance_admins', {
        ...args(period),
        ...(after && { p_after: after.admin_id }),
        p_limit: pageRows,
      })
      .abortSignal(signal),
  );

const movements = z.array(
  z.object({
    number: z.number(),
    received_at: z.string(),
    kind: z.enum([
      'opening',
      'payment',
      'reversal',
      'top_up',
      'correction',
      'refund',
      'refund_paid',
      'sale',
    ]),
    bank_satang: z.number(),
    booking_satang: z.number(),
    order_satang: z.number(),
    credit_satang: z.number(),
    reference: text,
    full_name: text,
    recorded_by: text,
    bank_reference: text,
    receipts: text,
    taxable_satang: z.nullable(z.number()),
    vat_satang: z.nullable(z.number()),
  }),
);

export type Movement = z.output<typeof movements>[number];

const movementPage = 500;

/** All movements of a period, oldest first. */
export async function readMovements(period: Period): Promise<readonly Movement[]> {
  const all: Movement[] = [];
  for (;;) {
    const last = all.at(-1);
    const page = await callJson(movements, (client) =>
      client.rpc('bkk_admin_finance_movements', {
        ...args(period),
        ...(last && { p_after_at: last.received_at, p_after_number: last.number }),
        p_limit: movementPage,
      }),
    );
    all.push(...page);
    if (page.length < movementPage) return all;
  }
}

const match = z.object({
  kind: z.enum(['posting', 'slip', 'due']),
  posting_id: text,
  slip_id: text,
  booking_id: text,
  reference: text,
  full_name: text,
  at: text,
  due_kind: z.nullable(z.enum(['deposit', 'balance', 'all'])),
  /** Of a booking that the line may pay; more than the amount of the line if that is short. */
  due_satang: z.nullable(z.number()),
  due_at: text,
  time_fits: z.boolean(),
  reference_fits: z.boolean(),
});

/** What a line of a statement may be. */
export type LineMatch = z.output<typeof match>;

/** What is missing to what is due once a line is posted; 0 for an amount that fits. */
export const missingOf = ({ amount_satang: amount }: StatementLine, match: LineMatch): number =>
  Math.max(0, (match.due_satang ?? amount) - amount);

export const lineStates = ['OPEN', 'CONFIRMED', 'IGNORED'] as const;
export type LineState = (typeof lineStates)[number];

const lines = z.object({
  lines: z.array(
    z.object({
      line_id: z.string(),
      at: z.string(),
      has_time: z.boolean(),
      amount_satang: z.number(),
      description: z.string(),
      reference: text,
      state: z.enum(lineStates),
      decided_by_name: text,
      note: text,
      booking: text,
      matches: z.array(match),
    }),
  ),
  open: z.number(),
  statement: z.nullable(
    z.object({ account: z.string(), imported_at: z.string(), last_at: z.string() }),
  ),
});

export type LinePage = z.output<typeof lines>;
export type StatementLine = LinePage['lines'][number];

export const readLines = (state: LineState, after: StatementLine | null, signal: AbortSignal) =>
  callJson(lines, (client) =>
    client
      .rpc('bkk_admin_bank_lines', {
        p_state: state,
        ...(after && { p_before_at: after.at, p_before_id: after.line_id }),
        p_limit: pageRows,
      })
      .abortSignal(signal),
  );

/** What an admin decides on a line. */
export type LineDecision =
  | { readonly kind: 'confirm'; readonly postingId: string }
  | { readonly kind: 'post'; readonly bookingId: string; readonly key: string }
  | { readonly kind: 'ignore'; readonly note: string }
  | { readonly kind: 'reopen' };

const posted = z.object({
  approval_id: z.optional(z.string()),
  missing_satang: z.optional(z.number()),
  missing_until: z.optional(text),
});

/** What became of a line that was posted: it waits for a second admin if it has `approval_id`. */
export type PostedLine = z.output<typeof posted>;

export async function decideLine(id: string, decision: LineDecision): Promise<PostedLine | null> {
  const line = { p_line_id: id };
  if (decision.kind === 'post') {
    const payment = { p_booking_id: decision.bookingId, p_idempotency_key: decision.key };
    return callJson(posted, (client) =>
      client.rpc('bkk_admin_post_bank_line', { ...line, ...payment }),
    );
  }
  if (decision.kind === 'confirm') {
    const confirmed = { ...line, p_posting_id: decision.postingId };
    await callData((client) => client.rpc('bkk_admin_confirm_bank_line', confirmed));
  } else if (decision.kind === 'reopen') {
    await callData((client) => client.rpc('bkk_admin_reopen_bank_line', line));
  } else {
    const ignored = { ...line, p_note: decision.note };
    await callData((client) => client.rpc('bkk_admin_ignore_bank_line', ignored));
  }
  return null;
}

const imported = z.object({ lines: z.number(), new_lines: z.number() });

/** As in SQL. */
const maxLinesOfCall = 2000;

export interface StatementFile {
  readonly name: string;
  readonly account: string;
  readonly lines: readonly BankLine[];
}

/** Imports the lines of a file, or counts what an import would add. */
export async function importStatement(file: StatementFile, isPreview: boolean) {
  const sum = { lines: 0, newLines: 0 };
  for (let from = 0; from < file.lines.length; from += maxLinesOfCall) {
    const part = await callJson(imported, (client) =>
      client.rpc('bkk_admin_import_bank_lines', {
        p_lines: file.lines.slice(from, from + maxLinesOfCall).map((line) => ({ ...line })),
        p_account: file.account,
        p_file_name: file.name.slice(0, 255),
        p_is_preview: isPreview,
      }),
    );
    sum.lines += part.lines;
    sum.newLines += part.new_lines;
  }
  return sum;
}
