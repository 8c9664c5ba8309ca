import { idIn, type RequestBody } from '../http/function-request.ts';
import { readForm } from '../http/multipart-form.ts';
import { RequestError } from '../http/responses.ts';

/** The largest file; the functions' host allows the other fields some more. */
const maxFileBytes = 5 * 1024 * 1024;
const maxSatang = 100_000_000_000;
const maxPayerLength = 100;

/** What a member sends with a slip. */
export interface SlipForm {
  readonly file: Uint8Array<ArrayBuffer>;
  readonly type: SlipType;
  readonly requestKey: string;
  /** Null for a top-up of credit. */
  readonly bookingId: string | null;
  readonly typedSatang: number;
  readonly payerName: string | null;
  /** The part that is paid from credit. */
  readonly creditSatang: number;
}

/** What a file is, by its content. */
export interface SlipType {
  readonly contentType: 'image/png' | 'image/jpeg' | 'application/pdf';
  readonly extension: 'png' | 'jpg' | 'pdf';
  readonly signature: readonly number[];
}

const types: readonly SlipType[] = [
  {
    ...{ contentType: 'image/png', extension: 'png' },
    signature: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  },
  { contentType: 'image/jpeg', extension: 'jpg', signature: [0xff, 0xd8, 0xff] },
  // "%PDF-". Readers also take one behind other bytes, which may be a page.
  { contentType: 'application/pdf', extension: 'pdf', signature: [0x25, 0x50, 0x44, 0x46, 0x2d] },
];

/** An error that the site shows in its own words, by the hint. */
export const slipError = (status: number, code: string, message: string) =>
  new RequestError(status, code, message, { hint: `bkk.${code}` });

export const wrongType = () =>
  slipError(400, 'slip_type', 'A slip is a picture (PNG or JPEG) or a PDF.');

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

/** The type of a file by its content. */
function typeOf(file: Uint8Array): SlipType {
  if (file.length === 0) throw slipError(400, 'slip_missing', 'Choose the file of the slip.');
  if (file.length > maxFileBytes)
    throw slipError(413, 'slip_too_large', 'A slip has at most 5 MB.');
  const type = types.find(({ signature }) => signature.every((byte, at) => file[at] === byte));
  if (type === undefined) throw wrongType();
  return type;
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
  const isTopUp = (fields.booking_id ?? '') === '';
  const bookingId = isTopUp ? null : idIn(fields, 'booking_id', 'booking');
  const typedSatang = satangIn(fields, 'amount_satang');
  if (typedSatang === 0) throw slipError(400, 'payment_amount', 'Type the amount of the transfer.');
  const creditSatang = fields.credit_satang === undefined ? 0 : satangIn(fields, 'credit_satang');
  const payerName = payerIn(fields);
  return { file, type: typeOf(file), requestKey, bookingId, typedSatang, payerName, creditSatang };
}
