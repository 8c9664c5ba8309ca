import { readPicture, removeFile, storeFile, type FileStore } from '../files/sent-file.ts';
import {
  callerClient,
  memberIdOf,
  serviceClient,
  type DatabaseClient,
} from '../http/database-client.ts';
import type { FunctionEnvironment, ReadPicture } from '../http/environment.ts';
import { bearerToken, respond } from '../http/function-request.ts';
import { hashLinkToken } from '../http/link-token.ts';
import { callOrRespond } from '../http/raised-response.ts';
import { RequestError } from '../http/responses.ts';
import { checkSlip } from './slip-check.ts';
import { readSlipForm, slipNaming, type SlipForm } from './slip-form.ts';

/** A slip as its object has it. */
interface ReadFile {
  readonly bytes: Uint8Array;
  readonly reading: 'read' | 'no_qr' | 'pdf' | 'not_checked';
  readonly pictureHash: string | null;
  readonly qr: { readonly bank: string; readonly reference: string } | null;
}

interface Sending {
  readonly form: SlipForm;
  /** Null for a guest. */
  readonly userId: string | null;
  readonly asCaller: DatabaseClient;
  readonly asService: DatabaseClient;
  readonly environment: FunctionEnvironment;
}

/** What the database says before the file is read. */
interface SlipCheck {
  readonly orderId: string | null;
  /** The slip that was sent with this key before. */
  readonly earlier: object | null;
}

const limitCode = 'too_many_slips';

/** Raises what forbids a slip. */
async function checkSending({ form, asCaller, asService }: Sending): Promise<SlipCheck> {
  const { bookingId, orderId, requestKey, linkToken } = form;
  if (linkToken !== null) {
    const link = { p_link_hash: await hashLinkToken(linkToken), p_request_key: requestKey };
    const checked = await callOrRespond(asService, 'bkk_check_guest_slip', link, limitCode);
    const { order_id: ownId, slip } = checked as { order_id: string; slip: object | null };
    return { orderId: ownId, earlier: slip };
  }
  const values = { p_booking_id: bookingId, p_request_key: requestKey, p_order_id: orderId };
  const earlier = await callOrRespond(asCaller, 'bkk_check_slip', values, limitCode);
  return { orderId, earlier: earlier as object | null };
}

/** A PDF is stored as it is and opened by nobody here; where the host reads no pictures, they are too. */
async function readFile(
  { file, type }: SlipForm,
  sender: string,
  signal: AbortSignal,
  read: ReadPicture | undefined,
): Promise<ReadFile> {
  const asItIs = { bytes: file, pictureHash: null, qr: null };
  if (type.contentType === 'application/pdf') return { ...asItIs, reading: 'pdf' };
  if (read === undefined) return { ...asItIs, reading: 'not_checked' };
  const picture = await readPicture(file, { naming: slipNaming, sender, signal, read });
  return { ...picture, reading: picture.qr === null ? 'no_qr' : 'read' };
}

async function hexSha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const storeOf = ({ asService, environment }: Sending): FileStore => ({
  ...{ bucket: 'slips', asService, environment },
});

/** Records the slip of a stored file. The file is removed where the slip is refused, or was sent with this key before. */
async function recordSlip(
  sending: Sending,
  slip: { readonly slip_id: string; readonly object_path: string },
): Promise<object> {
  const { asService, userId } = sending;
  const values = { p_user_id: userId, p_slip: slip };
  const recorded = await callOrRespond(asService, 'bkk_record_slip', values, limitCode).catch(
    async (error: unknown) => {
      // Without an answer it may be recorded, and a slip needs its file.
      const isRefused = !(error instanceof RequestError) || error.status < 500;
      const known = isRefused
        ? null
        : await checkSending(sending).then(
            ({ earlier }) => earlier,
            () => undefined,
          );
      if (known !== null && known !== undefined) return known;
      if (known === null) await removeFile(storeOf(sending), slip.object_path);
      throw error;
    },
  );
  const { slip_id: id } = recorded as { readonly slip_id?: unknown };
  if (id !== slip.slip_id) await removeFile(storeOf(sending), slip.object_path);
  return recorded as object;
}

async function sendSlip(sending: Sending, orderId: string | null, read: ReadFile): Promise<object> {
  const { form, userId, environment } = sending;
  const slipId = crypto.randomUUID();
  const path = `${userId ?? 'guests'}/${slipId}.${form.type.extension}`;
  const { bytes, reading, pictureHash, qr } = read;
  const amount = form.typedSatang / 100;
  const [sha256, checker] = await Promise.all([
    hexSha256(form.file),
    qr && checkSlip(environment, { transRef: qr.reference, sendingBank: qr.bank, amount }),
    storeFile(storeOf(sending), path, bytes, form.type),
  ]);
  return recordSlip(sending, {
    slip_id: slipId,
    object_path: path,
    ...{ request_key: form.requestKey, booking_id: form.bookingId, order_id: orderId },
    ...{ typed_satang: form.typedSatang, credit_satang: form.creditSatang },
    ...{ payer_name: form.payerName, content_type: form.type.contentType },
    ...{ byte_size: bytes.byteLength, sha256, picture_hash: pictureHash, reading },
    ...{ bank_code: qr?.bank ?? null, trans_ref: qr?.reference ?? null, checker },
  });
}

/**
 * POST as a member, a form { file, request_key, booking_id, order_id, amount_satang, payer_name, credit_satang }: stores the slip of
 * a transfer for a booking or an order or, without either, for a top-up. With { token } of a guest's link in place of both it is
 * for the order of the link. Responds { slip_id, status, booking_status, reading, bank_code, trans_ref }.
 */
export function attachSlip(request: Request, environment: FunctionEnvironment): Promise<Response> {
  return respond(request, async () => {
    const token = bearerToken(request);
    const asCaller: DatabaseClient = callerClient(request, environment, token);
    const form = await readSlipForm(request);
    const userId = form.linkToken === null ? await memberIdOf(asCaller, token) : null;
    const asService: DatabaseClient = serviceClient(request, environment);
    const sending = { form, userId, asCaller, asService, environment };
    const { orderId, earlier } = await checkSending(sending);
    if (earlier !== null) return earlier;
    const sender = userId ?? orderId ?? '';
    const read = await readFile(form, sender, request.signal, environment.readPicture);
    return sendSlip(sending, orderId, read);
  });
}
