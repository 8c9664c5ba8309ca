import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { amountDue, type AmountDue } from '@bkksiam/domain/amount-due';
import type { BookingStatus } from '@bkksiam/domain/booking-status';
import { listSizes } from '@bkksiam/domain/constants';
import type { Database } from '@bkksiam/domain/database';
import type { Language } from '@bkksiam/domain/languages';
import { parseBookingReference } from '@bkksiam/domain/booking-reference';
import { parseOrderNumber } from '@bkksiam/domain/order-number';
import type { OrderStatus } from '@bkksiam/domain/order-status';
import type { StoredSlipStatus } from '#entities/payment/slip-status.ts';
import type { ListDefinition } from '#list/list-query.ts';
import { toAppError } from '#platform/app-error.ts';
import { callJson } from '#platform/call-json.ts';
import { callData } from '#platform/data-api.ts';
import { supabase } from '#platform/supabase.ts';

type ViewRow = Database['public']['Views']['bkk_slips_admin_view']['Row'];
type Required<Name extends keyof ViewRow> = {
  readonly [Key in Name]: NonNullable<ViewRow[Key]>;
};

const warnings = [
  'used_reference',
  'same_picture',
  'near_picture',
  'typed_differs',
  'late',
  'no_qr',
  'not_checked',
  'pdf',
] as const;

/** What was found when a slip was sent, the worst first. */
export type SlipWarning = (typeof warnings)[number];

/** A row of the admins' list. Columns of a view are nullable in the generated types. */
export type AdminSlip = Omit<ViewRow, 'status' | 'booking_status'> &
  Required<
    | 'slip_id'
    | 'typed_satang'
    | 'credit_satang'
    | 'object_path'
    | 'content_type'
    | 'byte_size'
    | 'reading'
    | 'warnings'
    | 'created_at'
  > & {
    readonly status: StoredSlipStatus;
    /** Of its booking or its order. */
    readonly booking_status: BookingStatus | OrderStatus | null;
  };

/** What is due now for the booking or the order of a slip; null for nothing, and for a top-up. */
export const dueOf = (slip: AdminSlip): AmountDue | null =>
  slip.booking_status === null
    ? null
    : amountDue({ ...slip, status: slip.booking_status, paid_satang: slip.paid_satang ?? 0 });

/** The warnings of a slip that have a text, the worst first. */
export const warningsOf = (slip: AdminSlip): readonly SlipWarning[] =>
  warnings.filter((name) => slip.warnings.includes(name));

const used: readonly SlipWarning[] = ['used_reference', 'same_picture', 'near_picture'];

/** Whether a warning says that the slip, or its picture, was sent before. */
export const isUsedBefore = (warning: SlipWarning): boolean => used.includes(warning);

/** Another admin who reviews the slip; null for nobody. */
export const otherHolderOf = (slip: AdminSlip): string | null =>
  slip.status === 'WAITING' && slip.is_mine !== true ? slip.holder_name : null;

const filters = ['WAITING', 'ACCEPTED', 'SHORT', 'REFUSED'] as const;
export type SlipFilter = (typeof filters)[number];

/** The prefix of the query keys. */
export const slipKey = ['slips', 'admin'] as const;

const slipCounts = z.object({ WAITING: z.number() });

/** The number of slips that wait for a review. */
export const waitingSlipsQuery = queryOptions({
  queryKey: [...slipKey, 'waiting'],
  refetchInterval: 60_000,
  queryFn: async ({ signal }) => {
    const counts = await callJson(slipCounts, (client) =>
      client.rpc('bkk_admin_count_slips', {}).abortSignal(signal),
    );
    return counts.WAITING;
  },
});

export const slipList: ListDefinition<AdminSlip, SlipFilter> = {
  key: slipKey,
  keyOf: ({ slip_id: id }) => id,
  pageSize: listSizes.adminPage,
  errorToast: 'adminSlips:loadFailed',
  columns: ['created_at', 'reviewed_at', 'full_name', 'reference', 'typed_satang'],
  // Who has waited longest is first.
  sort: { column: 'created_at', direction: 'asc' },
  sortOf: (filter) => {
    if (filter === 'WAITING') return undefined;
    const column = filter === undefined ? 'created_at' : 'reviewed_at';
    return { column, direction: 'desc' };
  },
  isLive: true,
  filters,
  defaultFilter: 'WAITING',
  counts: (client, search) => client.rpc('bkk_admin_count_slips', { p_search: search }),
  searchColumns: 'search_text',
  // As people write it on paper: without its dash, or in lower case.
  searchCondition: (search) => {
    const reference = parseBookingReference(search) ?? parseOrderNumber(search);
    return reference === null ? undefined : `reference.eq.${reference}`;
  },
  idColumn: 'slip_id',
  select: (client, options, filter) => {
    const all = client.from('bkk_slips_admin_view').select('*', options);
    if (filter === undefined) return all;
    if (filter === 'SHORT') return all.eq('status', 'ACCEPTED').gt('missing_satang', 0);
    return all.eq('status', filter);
  },
};

/** Where the file of a slip is, and what it is. */
export type SlipFile = Pick<AdminSlip, 'object_path' | 'content_type'>;

const twin = z.object({
  slip_id: z.string(),
  reference: z.nullable(z.string()),
  status: z.enum(['WAITING', 'ACCEPTED', 'REFUSED']),
  created_at: z.string(),
  reviewed_at: z.nullable(z.string()),
  reviewed_by_name: z.nullable(z.string()),
  full_name: z.nullable(z.string()),
  object_path: z.string(),
  content_type: z.string(),
  same: z.enum(['reference', 'picture', 'near']),
  bits: z.nullable(z.number()),
});

/** Another slip that may be the same. */
export type SlipTwin = z.output<typeof twin>;

const held = z.object({ held_until: z.string(), twins: z.array(twin) });

/** Takes a slip for ten minutes, so that no other admin reviews it; again it lasts longer. */
export const takeSlip = (id: string) =>
  callJson(held, (client) => client.rpc('bkk_admin_take_slip', { p_slip_id: id }));

/** Leaves a slip to other admins. */
export const leaveSlip = (id: string) =>
  callData((client) => client.rpc('bkk_admin_leave_slip', { p_slip_id: id }));

export const rejectionReasons = ['used', 'unreadable', 'not_arrived', 'other'] as const;
export type RejectionReason = (typeof rejectionReasons)[number];

type GivenReason = Exclude<RejectionReason, 'other'>;

/** What the member reads, as `bkk_internal.rejection_text()` says it. The admin sees both languages. */
export const rejectionTexts: Readonly<Record<Language, Readonly<Record<GivenReason, string>>>> = {
  en: {
    used: 'This slip paid something else already.',
    unreadable: 'The picture cannot be read.',
    not_arrived: 'The money has not arrived.',
  },
  th: {
    used: 'สลิปนี้ใช้ชำระรายการอื่นไปแล้ว',
    unreadable: 'รูปไม่ชัด อ่านข้อมูลไม่ได้',
    not_arrived: 'ยังไม่พบเงินเข้าบัญชี',
  },
};

/** What an admin decides. */
export type Decision =
  | { readonly isAccepted: true; readonly amount: number; readonly receivedAt: string }
  | { readonly isAccepted: false; readonly reason: RejectionReason; readonly note: string };

const reviewed = z.object({
  status: z.enum(['ACCEPTED', 'REFUSED']),
  booking_status: z.nullish(z.string()),
  paid_satang: z.nullish(z.number()),
  surplus_satang: z.nullish(z.number()),
  missing_satang: z.nullish(z.number()),
  missing_until: z.nullish(z.string()),
  credit_satang: z.nullish(z.number()),
});

/** What has become of a slip. */
export type ReviewResult = z.output<typeof reviewed>;

type ReviewArgs = Database['public']['Functions']['bkk_admin_review_slip']['Args'];

/** @param key the same for every call of one decision, which counts once */
export function reviewSlip(id: string, decision: Decision, key: string): Promise<ReviewResult> {
  const { isAccepted } = decision;
  // The generated types know none that may be null.
  const args: { readonly [Name in keyof ReviewArgs]: ReviewArgs[Name] | null } = {
    p_slip_id: id,
    p_accept: isAccepted,
    p_amount_satang: isAccepted ? decision.amount : null,
    p_received_at: isAccepted ? decision.receivedAt : null,
    p_reason: isAccepted ? null : decision.reason,
    p_note: isAccepted ? null : decision.note,
    p_idempotency_key: key,
  };
  return callJson(reviewed, (client) => client.rpc('bkk_admin_review_slip', args as ReviewArgs));
}

const pictureTypes: readonly string[] = ['image/png', 'image/jpeg'];

/** The content security policy allows `data:` for pictures, and not `blob:`. */
async function dataUrl(file: Blob, type: string): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  // As arguments of one call, all bytes would be too many.
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return `data:${type};base64,${btoa(text)}`;
}

/** The file of a slip, and the address of its picture; null for a PDF, which is not shown. Objects never change. */
export function slipFileQuery({ object_path: path, content_type: type }: SlipFile) {
  return queryOptions({
    queryKey: ['slips', 'file', path],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const { storage } = await supabase();
      const { data, error } = await storage.from('slips').download(path);
      if (error !== null) throw toAppError(error);
      return {
        file: data,
        picture: pictureTypes.includes(type) ? await dataUrl(data, type) : null,
      };
    },
  });
}
