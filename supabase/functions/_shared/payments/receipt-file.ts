import {
  callerClient,
  requireMember,
  serviceClient,
  type DatabaseClient,
  type ReadTable,
} from '../http/database-client.ts';
import type { FunctionEnvironment } from '../http/environment.ts';
import {
  bearerToken,
  idIn,
  readBody,
  respondWith,
  unavailable,
  type RequestBody,
} from '../http/function-request.ts';
import { hashLinkToken, tokenIn } from '../http/link-token.ts';
import { callOrRespond } from '../http/raised-response.ts';
import { fileResponse, RequestError } from '../http/responses.ts';

/** What names a receipt. */
interface ReceiptNumber {
  readonly series: string;
  readonly year: number;
  readonly number: number;
}

/** A row of `bkk_receipts`. */
export interface ReceiptRow extends ReceiptNumber {
  readonly issued_at: string;
  readonly voided_at: string | null;
  /** The number of the receipt that replaces a void one. */
  readonly replaced_by?: string | null;
  /** What is printed. */
  readonly data: object;
}

/** As it is printed: `RT2026-000418`, as in SQL and in packages/domain. */
export function receiptNumberText({ series, year, number }: ReceiptNumber): string {
  return `${series}${String(year)}-${String(number).padStart(6, '0')}`;
}

export const receiptFileName = (receipt: ReceiptNumber): string =>
  `${receiptNumberText(receipt)}.pdf`;

interface StoredReceipt extends ReceiptRow {
  readonly receipt_id: string;
  readonly user_id: string | null;
  readonly replaces: string | null;
}

type Client = DatabaseClient<{ bkk_receipts: ReadTable<StoredReceipt> }>;

const notFound = () => new RequestError(404, 'not_found', 'There is no such receipt.');

/** The number of the receipt that replaces another one. */
async function successorOf(asCaller: Client, id: string): Promise<string | null> {
  const { data, error } = await asCaller
    .from('bkk_receipts')
    .select('series, year, number')
    .eq('replaces', id)
    .maybeSingle();
  if (error !== null) throw unavailable();
  return data === null ? null : receiptNumberText(data);
}

/** A receipt that the caller may read: the original is its member's. */
async function callersReceipt(asCaller: Client, token: string, id: string) {
  await requireMember(asCaller);
  const { data, error } = await asCaller
    .from('bkk_receipts')
    .select('series, year, number, issued_at, voided_at, data, user_id')
    .eq('receipt_id', id)
    .maybeSingle();
  if (error !== null) throw unavailable();
  if (data === null) throw notFound();
  const caller = await asCaller.auth.getUser(token);
  if (caller.error !== null) throw unavailable();
  const { user_id: memberId, ...row } = data;
  const replacedBy = row.voided_at === null ? null : await successorOf(asCaller, id);
  const receipt: ReceiptRow = { ...row, replaced_by: replacedBy };
  return { receipt, isCopy: caller.data.user.id !== memberId };
}

/** A receipt of the order of a guest's link. */
async function guestsReceipt(asService: DatabaseClient, body: RequestBody, id: string) {
  const values = { p_link_hash: await hashLinkToken(tokenIn(body)), p_receipt_id: id };
  const receipt = (await callOrRespond(
    asService,
    'bkk_guest_receipt',
    values,
  )) as ReceiptRow | null;
  if (receipt === null) throw notFound();
  return { receipt, isCopy: false };
}

/**
 * POST { receipt_id }: responds with the receipt as PDF, the original for its member and a copy for admins. The row policies
 * decide who may read it. With { token } of a guest's link it is the original of a receipt of the order.
 */
export function receiptFile(request: Request, environment: FunctionEnvironment): Promise<Response> {
  return respondWith(request, async () => {
    const token = bearerToken(request);
    const asCaller: Client = callerClient(request, environment, token);
    const body = await readBody(request);
    const id = idIn(body, 'receipt_id', 'receipt');
    const { receipt, isCopy } =
      body.token === undefined
        ? await callersReceipt(asCaller, token, id)
        : await guestsReceipt(serviceClient(request, environment), body, id);
    if (environment.drawReceipt === undefined)
      throw new RequestError(501, 'no_papers', 'This project cannot draw receipts.');
    const bytes = await environment.drawReceipt(receipt, isCopy);
    return fileResponse(bytes, 'application/pdf', receiptFileName(receipt));
  });
}
