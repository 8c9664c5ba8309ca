import { fileTypeOf, type FileNaming, type FileType } from '../files/sent-file.ts';
import { idIn, type RequestBody } from '../http/function-request.ts';
import { tokenIn } from '../http/link-token.ts';
import { readForm } from '../http/multipart-form.ts';
import { RequestError } from '../http/responses.ts';

const maxSatang = 100_000_000_000;
const maxPayerLength = 100;

/** What a member or a guest sends with a slip. */
export interface SlipForm {
  readonly file: Uint8Array<ArrayBuffer>;
  readonly type: FileType;
  readonly requestKey: string;
  /** What it pays for; both are null for a top-up of credit. */
  readonly bookingId: string | null;
  readonly orderId: string | null;
  /** Of a guest's link, which says which order it pays for; null for a member. */
  readonly linkToken: string | null;
  readonly typedSatang: number;
  readonly payerName: string | null;
  /** The part that is paid from credit. */
  readonly creditSatang: number;
}

/** How the errors of a slip's file are called. */
export const slipNaming: FileNaming = { code: 'slip', noun: 'slip' };

function satangIn(fields: RequestBody, name: string): number {
  const text = fields[name];
  const satang = typeof text === 'string' && /^\d{1,12}$/.test(text) ? Number(text) : Infinity;
  if (satang <= maxSatang) return satang;
  throw new RequestError(400, 'bad_request', `${name} must be a number of satang.`);
}

function payerIn({ payer_name: given = '' }: RequestBody): string | null {
  const name = typeof given === 'string' ? given.normalize('NFC').trim() : '';
  if (Array.from(name).length <= maxPayerLength) return name === '' ? null : name;
  throw new RequestError(
    400,
    'bad_request',
    `payer_name has at most ${String(maxPayerLength)} characters.`,
  );
}

/** The id of a booking or an order; null for none. */
function givenId(fields: RequestBody, name: 'booking' | 'order'): string | null {
  const field = `${name}_id`;
  return (fields[field] ?? '') === '' ? null : idIn(fields, field, name);
}

/** @throws {RequestError} for a body that is no form with a slip */
export async function readSlipForm(request: Request): Promise<SlipForm> {
  const form = await readForm(request);
  if (form === null) throw new RequestError(400, 'bad_request', 'The body must be a form.');
  const decoder = new TextDecoder();
  const texts = [...form].map(
    ([name, bytes]) => [name, name === 'file' ? '' : decoder.decode(bytes)] as const,
  );
  const fields: RequestBody = Object.fromEntries(texts);
  const file = form.get('file') ?? new Uint8Array();
  const requestKey = idIn(fields, 'request_key', 'request');
  const bookingId = givenId(fields, 'booking');
  const orderId = givenId(fields, 'order');
  if (bookingId !== null && orderId !== null)
    throw new RequestError(400, 'bad_request', 'A slip pays for a booking or for an order.');
  const linkToken = fields.token === undefined ? null : tokenIn(fields);
  const typedSatang = satangIn(fields, 'amount_satang');
  if (typedSatang === 0)
    throw new RequestError(400, 'payment_amount', 'Type the amount of the transfer.', {
      hint: 'bkk.payment_amount',
    });
  const creditSatang = fields.credit_satang === undefined ? 0 : satangIn(fields, 'credit_satang');
  const payerName = payerIn(fields);
  const type = fileTypeOf(file, slipNaming);
  return {
    ...{ file, type, requestKey, bookingId, orderId, linkToken },
    ...{ typedSatang, payerName, creditSatang },
  };
}
