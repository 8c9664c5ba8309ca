import {
  callerClient,
  requireMember,
  type DatabaseClient,
  type ReadTable,
} from '../http/database-client.ts';
import type { FunctionEnvironment } from '../http/environment.ts';
import { bearerToken, idIn, readBody, respondWith, unavailable } from '../http/function-request.ts';
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
  /** What is printed. */
  readonly data: object;
}

/** The name of the file: `RT2026-000418.pdf`, as in SQL and in packages/domain. */
export function receiptFileName({ series, year, number }: ReceiptNumber): string {
  return `${series}${String(year)}-${String(number).padStart(6, '0')}.pdf`;
}

type Client = DatabaseClient<{
  bkk_receipts: ReadTable<ReceiptRow & { receipt_id: string; user_id: string | null }>;
}>;

/** A receipt that the caller may read. */
async function readReceipt(asCaller: Client, id: string) {
  const { data, error } = await asCaller
    .from('bkk_receipts')
    .select('series, year, number, issued_at, voided_at, data, user_id')
    .eq('receipt_id', id)
    .maybeSingle();
  if (error !== null) throw unavailable();
  if (data === null) throw new RequestError(404, 'not_found', 'There is no such receipt.');
  return data;
}

/**
 * POST { receipt_id }: responds with the receipt as PDF, the original for its member and a copy for admins. The row policies
 * decide who may read it.
 */
export function receiptFile(request: Request, environment: FunctionEnvironment): Promise<Response> {
  return respondWith(request, async () => {
    const token = bearerToken(request);
    const asCaller: Client = callerClient(request, environment, token);
    await requireMember(asCaller);
    const id = idIn(await readBody(request), 'receipt_id', 'receipt');
    const { user_id: memberId, ...receipt } = await readReceipt(asCaller, id);
    if (environment.drawReceipt === undefined)
      throw new RequestError(501, 'no_papers', 'This project cannot draw receipts.');
    const { data, error } = await asCaller.auth.getUser(token);
    if (error !== null) throw unavailable();
    const bytes = await environment.drawReceipt(receipt, data.user.id !== memberId);
    return fileResponse(bytes, 'application/pdf', receiptFileName(receipt));
  });
}
