import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { receiptFile } from '../../../../supabase/functions/_shared/payments/receipt-file.ts';
import { startTestBackend, type TestBackend } from '../testing/test-backend.ts';
import { members } from '../testing/rest-service.ts';
import { signedInClient, type TestClient } from '../testing/demo-client.ts';
import { functionEnvironment } from './hosted-functions.ts';

let backend: TestBackend;
let nattaya: TestClient;
let malee: TestClient;
let somchai: TestClient;

beforeAll(async () => {
  backend = await startTestBackend({ seed: 'demo' });
  await backend.database.sql(`select bkk_internal.set_features('{bookings,payments}')`);
  await backend.database.sql(`update bkk_user_roles set role = 'admin' where user_id = $1`, [
    members.somchai.id,
  ]);
  [nattaya, malee, somchai] = await Promise.all([
    signedInClient(backend, 'nattaya'),
    signedInClient(backend, 'malee'),
    signedInClient(backend, 'somchai'),
  ]);
});
afterAll(() => backend.close());

/** Tops up Nattaya's credit; returns the id of the receipt. */
async function receiptId(): Promise<string> {
  await backend.database.sql(
    `select bkk_internal.add_posting(gen_random_uuid()::text, 'top_up', $1, null, now(), '{"bank": -2000, "credit": 2000}')`,
    [members.nattaya.id],
  );
  const [row] = await backend.database.sql<{ id: string }>(
    `select receipt_id as id from bkk_receipts order by number desc limit 1`,
  );
  return row?.id ?? '';
}

/** Replaces a receipt by one for another buyer, whose number it gives. */
async function setBuyer(client: TestClient, id: string) {
  const values = { p_receipt_id: id, p_buyer: { name: 'A', address: 'B' } };
  const answer = await client.rpc('bkk_set_receipt_buyer', values);
  return answer.data as { series: string; year: number; number: number };
}

/** Status, headers and body of a call with a member's token. */
async function download(client: TestClient, id: string) {
  const { data } = await client.auth.getSession();
  const answer = await fetch(`${backend.url}/functions/v1/receipt`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${data.session?.access_token ?? ''}`,
      apikey: backend.anonKey,
    },
    body: JSON.stringify({ receipt_id: id }),
  });
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
}

describe('the function receipt', () => {
  it('gives the member the original as a PDF to save, and an admin a copy', async () => {
    const id = await receiptId();
    const { answer, bytes } = await download(nattaya, id);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="RT20\d\d-000001\.pdf"$/,
    );
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const again = await download(nattaya, id);
    expect(again.bytes.equals(bytes)).toBe(true);
    const copy = await download(somchai, id);
    expect(copy.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(copy.bytes.equals(bytes)).toBe(false);
    await somchai.rpc('bkk_admin_void_receipt', { p_receipt_id: id, p_reason: 'issued twice' });
    expect((await download(nattaya, id)).bytes.equals(bytes)).toBe(false);
  });

  it('names on a void receipt the one that replaces it', async () => {
    const id = await receiptId();
    const { series, year, number } = await setBuyer(nattaya, id);
    const drawn: object[] = [];
    const session = await nattaya.auth.getSession();
    const request = new Request(`${backend.url}/functions/v1/receipt`, {
      method: 'POST',
      headers: { authorization: `Bearer ${session.data.session?.access_token ?? ''}` },
      body: JSON.stringify({ receipt_id: id }),
    });
    const environment = functionEnvironment(() => backend.url, {
      anon: backend.anonKey,
      service: '',
      sealing: '',
    });
    const drawReceipt = (receipt: object) => {
      drawn.push(receipt);
      return Promise.resolve(new Uint8Array());
    };
    await receiptFile(request, { ...environment, drawReceipt });
    const replacedBy = `${series}${String(year)}-${String(number).padStart(6, '0')}`;
    expect(drawn).toMatchObject([{ replaced_by: replacedBy }]);
  });

  it('tells another member nothing of it, and nobody while the feature is off', async () => {
    const id = await receiptId();
    expect((await download(malee, id)).answer.status).toBe(404);
    expect((await download(nattaya, '1')).answer.status).toBe(400);
    await backend.database.sql(`select bkk_internal.set_features('{bookings}')`);
    expect((await download(nattaya, id)).answer.status).toBe(404);
    await backend.database.sql(`select bkk_internal.set_features('{bookings,payments}')`);
  });

  it('says so on a project that cannot draw', async () => {
    const id = await receiptId();
    const { data } = await nattaya.auth.getSession();
    const request = new Request('https://x.supabase.co/functions/v1/receipt', {
      method: 'POST',
      headers: { authorization: `Bearer ${data.session?.access_token ?? ''}` },
      body: JSON.stringify({ receipt_id: id }),
    });
    const environment = functionEnvironment(() => backend.url, {
      anon: backend.anonKey,
      service: '',
      sealing: '',
    });
    const answer = await receiptFile(request, environment);
    expect(answer.status).toBe(501);
    expect(await answer.json()).toEqual({
      code: 'no_papers',
      message: 'This project cannot draw receipts.',
    });
  });
});

it('the mail of a payment has its receipt', async () => {
  const key = '00000000-0000-4000-8000-0000000000dd';
  await nattaya.rpc('bkk_hold_booking', {
    p_request_key: key,
    p_flight_id: 'flight-1',
    p_passengers: [{ first_name: 'Nattaya', last_name: 'Wongthai', birth_date: '1990-05-01' }],
    p_email: 'nat@example.com',
    p_phone: '+66812345678',
    p_notes: null,
    p_slip_name: null,
  });
  const [booking] = await backend.database.sql<{ id: string }>(
    `select booking_id as id from bkk_bookings where request_key = $1`,
    [key],
  );
  const { error } = await somchai.rpc('bkk_admin_record_payment', {
    p_booking_id: booking?.id,
    p_version: 1,
    p_amount_satang: 123_400,
    p_received_at: new Date(Date.now() - 60_000).toISOString(),
    p_bank_reference: 'KB123',
    p_note: null,
    p_idempotency_key: '00000000-0000-4000-8000-0000000000ee',
  });
  expect(error).toBeNull();
  const withFiles = async () => {
    const mails = await backend.mails();
    return mails.filter(({ attachments }) => attachments.length > 0);
  };
  await expect.poll(withFiles).toMatchObject([{ attachments: [{ mimeType: 'application/pdf' }] }]);
  const [mail] = await withFiles();
  expect(mail?.text).toMatch(/The receipt is attached|แนบใบเสร็จมา/);
  const file = mail?.attachments[0];
  expect(file?.filename).toMatch(/^RT20\d\d-\d{6}\.pdf$/);
  expect(
    Buffer.from(file?.content as ArrayBuffer)
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
});

it('the mail of a receipt that an admin has replaced has the new one', async () => {
  const id = await receiptId();
  const { number } = await setBuyer(somchai, id);
  const newest = async () => (await backend.mails()).at(-1)?.attachments[0]?.filename;
  await expect.poll(newest).toMatch(new RegExp(`^RT20\\d\\d-0*${String(number)}\\.pdf$`));
});
