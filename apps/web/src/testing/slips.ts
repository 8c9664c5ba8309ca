import { drawSlip, slipQrText } from '@bkksiam/server/testing/slip-fixture';
import type { TestBackend } from '@bkksiam/server/testing/test-backend';
import { sessionOf, type Viewer } from './backend.ts';

interface SentSlip {
  readonly slip_id: string;
}

const encode = (text: string) => new TextEncoder().encode(text);

/** A form with a file, as a browser writes it: the forms of this page are not those of its `fetch`. */
function multipart(fields: Readonly<Record<string, string>>, file: Uint8Array) {
  const boundary = crypto.randomUUID();
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="slip.png"\r\ncontent-type: image/png\r\n\r\n`;
  const chunks = [encode(parts.join('') + head), file, encode(`\r\n--${boundary}--\r\n`)];
  const body = new Uint8Array(chunks.reduce((size, { length }) => size + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.length;
  }
  return { body, type: `multipart/form-data; boundary=${boundary}` };
}

/** Sends the drawn slip of a transfer for a booking or an order as a user; without either as a top-up. */
export async function sendSlip(
  backend: TestBackend,
  slip: {
    readonly booking?: { readonly booking_id: string };
    readonly order?: { readonly order_id: string };
    readonly satang: number;
    readonly reference: string;
  },
  caller: Exclude<Viewer, 'visitor'> = 'member',
): Promise<SentSlip> {
  const { booking, order, satang, reference } = slip;
  const picture = await drawSlip({ qr: slipQrText({ bank: '014', reference }) })
    .png()
    .toBuffer();
  const fields = {
    request_key: crypto.randomUUID(),
    amount_satang: String(satang),
    payer_name: 'Nattaya W.',
    ...(booking && { booking_id: booking.booking_id }),
    ...(order && { order_id: order.order_id }),
  };
  const { body, type } = multipart(fields, picture);
  const { access_token: token } = await sessionOf(caller);
  const response = await fetch(`${backend.url}/functions/v1/attach-slip`, {
    method: 'POST',
    headers: {
      apikey: backend.anonKey,
      authorization: `Bearer ${token}`,
      'content-type': type,
    },
    body,
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(`the slip was not sent: ${JSON.stringify(answer)}`);
  return answer as SentSlip;
}
