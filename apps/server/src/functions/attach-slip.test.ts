import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FunctionsHttpError } from '@supabase/supabase-js';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { attachSlip } from '../../../../supabase/functions/_shared/slips/attach-slip.ts';
import { createTokens, serviceKey } from '../http/jwt.ts';
import { members } from '../testing/rest-service.ts';
import { drawSlip, slipQrText } from '../testing/slip-fixture.ts';
import { startTestBackend, type TestBackend } from '../testing/test-backend.ts';
import { signedInClient, type TestClient } from '../testing/demo-client.ts';
import { clientWithKey } from '../testing/test-client.ts';

const maxBytes = 5 * 1024 * 1024;
const transfer = { bank: '014', reference: '2026112810240000123' };
const slip = await drawSlip({ qr: slipQrText(transfer) })
  .png()
  .toBuffer();
const pdf = Buffer.from(
  '%PDF-1.7\n1 0 obj << /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >>',
);
/** What a slip without a QR is told. */
const nothingRead = { bank_code: null, trans_ref: null };

let backend: TestBackend;
let nattaya: TestClient;
let malee: TestClient;
/** The service that looks transfers up. */
let checker: Server;
let answerCheck: RequestListener;

async function listening(listener: RequestListener): Promise<Server> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
const addressOf = (server: Server) =>
  `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;

beforeAll(async () => {
  checker = await listening((request, response) => answerCheck(request, response));
  backend = await startTestBackend({ seed: 'demo', config: { slipCheckUrl: addressOf(checker) } });
  nattaya = await signedInClient(backend, 'nattaya');
  malee = await signedInClient(backend, 'malee');
});
afterAll(async () => {
  await backend.close();
  checker.close();
});

beforeEach(async () => {
  answerCheck = (_request, response) => response.writeHead(500).end();
  await backend.database.sql(
    `select bkk_internal.set_features('{bookings,payments}'); update bkk_user_roles set is_active = true;
     delete from bkk_slips; select bkk_internal.delete_objects('slips', array(select name from storage.objects))`,
  );
});

type Fields = Readonly<Record<string, string | undefined>>;

function formOf(file: Buffer | undefined, fields: Fields = {}): FormData {
  const form = new FormData();
  const all: Fields = { request_key: randomUUID(), amount_satang: '100000', ...fields };
  for (const [name, value] of Object.entries(all)) {
    if (value !== undefined) form.append(name, value);
  }
  if (file !== undefined)
    form.append('file', new Blob([new Uint8Array(file)], { type: 'image/png' }), 'slip.png');
  return form;
}

/** Status and body of an invocation by the real client; of an error also its hint. */
async function send(client: TestClient, file: Buffer | undefined, fields: Fields = {}) {
  const answer = await client.functions.invoke<Record<string, unknown>>('attach-slip', {
    body: formOf(file, fields),
  });
  const error: unknown = answer.error;
  if (error === null) return { status: 200, ...answer.data };
  if (!(error instanceof FunctionsHttpError))
    throw new Error('the function gave no answer', { cause: error });
  const response = error.context as Response;
  const { code, hint } = (await response.json()) as { code: string; hint?: string };
  return { status: response.status, code, hint };
}

interface SlipRow extends Record<string, unknown> {
  readonly object_path: string;
}

const slips = () =>
  backend.database.sql<SlipRow>(
    `select user_id, booking_id, typed_satang::integer, credit_satang::integer, payer_name, object_path, content_type, byte_size, sha256,
       picture_hash is not null as has_hash, reading, bank_code, trans_ref, checker, warnings
     from bkk_slips order by created_at`,
  );
const objects = async () =>
  (await backend.database.sql<{ name: string }>(`select name from storage.objects`)).map(
    ({ name }) => name,
  );

async function onlySlip(): Promise<SlipRow> {
  const [row, ...others] = await slips();
  if (row === undefined || others.length > 0) throw new Error('there is not one slip');
  return row;
}

/** What a browser gets of the object of a slip. */
async function opened(client: TestClient, { object_path: path }: SlipRow) {
  const { data } = await client.storage.from('slips').createSignedUrl(path, 60);
  if (data === null) return null;
  const response = await fetch(data.signedUrl);
  const headers = ['content-type', 'content-disposition', 'x-content-type-options'].map((name) =>
    response.headers.get(name),
  );
  return {
    headers,
    policy: response.headers.get('content-security-policy'),
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

describe('a slip', () => {
  it('is stored clean with what its QR says, and lets a hold wait for its review', async () => {
    const [booking] = await backend.database.sql<{ booking_id: string }>(
      `insert into bkk_bookings (reference, user_id, status, request_key, pax_adt, hold_expires_at)
       values ('BKK-23456789', $1, 'HOLD', gen_random_uuid(), 1, now() + interval '2 days') returning booking_id`,
      [members.nattaya.id],
    );
    const withPage = Buffer.concat([slip, Buffer.from('<script>alert(1)</script>')]);
    const fields = {
      booking_id: booking?.booking_id,
      payer_name: ' นาตยา วงศ์ไทย ',
      credit_satang: '2500',
    };
    const expected = {
      status: 'WAITING',
      booking_status: 'DEPOSIT_PENDING',
      reading: 'read',
      bank_code: '014',
      trans_ref: transfer.reference,
    };
    const answer = await send(nattaya, withPage, fields);
    expect(answer).toMatchObject(expected);
    const row = await onlySlip();
    expect(row).toMatchObject({
      ...{ ...booking, user_id: members.nattaya.id, typed_satang: 100_000, credit_satang: 2500 },
      ...{ payer_name: 'นาตยา วงศ์ไทย', content_type: 'image/png', has_hash: true, reading: 'read' },
      ...{ bank_code: '014', trans_ref: transfer.reference },
      sha256: createHash('sha256').update(withPage).digest('hex'),
      object_path: `${members.nattaya.id}/${String((answer as { slip_id?: unknown }).slip_id)}.png`,
    });
    const object = await opened(nattaya, row);
    expect(object?.bytes).toHaveLength(Number(row.byte_size));
    expect(object?.bytes.includes('<script>')).toBe(false);
    expect(object?.headers).toEqual(['image/png', 'attachment', 'nosniff']);
    expect(await opened(malee, row)).toBeNull();
  });

  it('is sent once, whether its key is repeated later or at once', async () => {
    const fields = { request_key: randomUUID() };
    const [first, second] = await Promise.all([
      send(nattaya, pdf, fields),
      send(nattaya, pdf, fields),
    ]);
    expect(first).toMatchObject({ status: 'WAITING', reading: 'pdf' });
    expect(second).toEqual(first);
    expect(await send(nattaya, pdf, fields)).toEqual(first);
    expect(await objects()).toEqual([(await onlySlip()).object_path]);
  });

  it('of two members at once is recorded twice, and the later one is marked', async () => {
    const jpeg = await sharp(slip).jpeg({ quality: 60 }).toBuffer();
    const [one, other] = await Promise.all([send(nattaya, slip), send(malee, jpeg)]);
    expect([one, other]).toEqual(
      Array.from(
        { length: 2 },
        () =>
          expect.objectContaining({ status: 'WAITING', trans_ref: transfer.reference }) as unknown,
      ),
    );
    const rows = await slips();
    expect(rows.map(({ warnings }) => warnings)).toEqual([[], ['used_reference']]);
    expect(new Set(rows.map(({ content_type: type }) => type))).toEqual(
      new Set(['image/png', 'image/jpeg']),
    );
  });

  it('as a PDF is kept as it is, to be saved and never shown', async () => {
    expect(await send(nattaya, pdf)).toMatchObject({
      status: 'WAITING',
      reading: 'pdf',
      booking_status: null,
      ...nothingRead,
    });
    const row = await onlySlip();
    expect(row).toMatchObject({
      content_type: 'application/pdf',
      byte_size: pdf.length,
      has_hash: false,
    });
    expect(row.object_path).toMatch(/\.pdf$/);
    const object = await opened(nattaya, row);
    expect(object?.bytes).toEqual(pdf);
    expect(object?.headers).toEqual(['application/pdf', 'attachment', 'nosniff']);
    expect(object?.policy).toContain('sandbox');
  });

  it('has 5 MB at most', async () => {
    const filled = (size: number) => Buffer.concat([pdf], size);
    expect(await send(nattaya, filled(maxBytes))).toMatchObject({ status: 'WAITING' });
    expect((await onlySlip()).byte_size).toBe(maxBytes);
    expect(await send(nattaya, filled(maxBytes + 1))).toEqual({
      status: 413,
      code: 'slip_too_large',
      hint: 'bkk.slip_too_large',
    });
    expect(await send(nattaya, filled(maxBytes + 70_000))).toMatchObject({
      status: 413,
      code: 'BODY_TOO_LARGE',
    });
    expect(await slips()).toHaveLength(1);
  });

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  test.each<[string, Buffer | undefined, Fields, object]>([
    [
      'a GIF',
      Buffer.from('GIF89a\u0001\u0000\u0001\u0000'),
      {},
      { status: 400, code: 'slip_type', hint: 'bkk.slip_type' },
    ],
    ['an SVG', svg, {}, { status: 400, code: 'slip_type', hint: 'bkk.slip_type' }],
    [
      'a page',
      Buffer.from('<!doctype html><script>1</script>'),
      {},
      { status: 400, code: 'slip_type' },
    ],
    [
      'a PDF behind other bytes',
      Buffer.concat([Buffer.from('\n'), pdf]),
      {},
      { status: 400, code: 'slip_type' },
    ],
    ['half a picture', slip.subarray(0, 4000), {}, { status: 400, code: 'slip_unreadable' }],
    ['an empty file', Buffer.alloc(0), {}, { status: 400, code: 'slip_missing' }],
    ['no file', undefined, {}, { status: 400, code: 'slip_missing' }],
    ['a text in place of the file', undefined, { file: 'x' }, { status: 400, code: 'slip_type' }],
    ['no amount', slip, { amount_satang: '0' }, { status: 400, hint: 'bkk.payment_amount' }],
    [
      'an amount that is none',
      slip,
      { amount_satang: '1e3' },
      { status: 400, code: 'bad_request' },
    ],
    ['a fortune', slip, { amount_satang: '100000000001' }, { status: 400, code: 'bad_request' }],
    [
      'a negative part of credit',
      slip,
      { credit_satang: '-1' },
      { status: 400, code: 'bad_request' },
    ],
    ['a long name', slip, { payer_name: 'ก'.repeat(101) }, { status: 400, code: 'bad_request' }],
    ['no key', slip, { request_key: undefined }, { status: 400, code: 'bad_request' }],
    ['a key that is none', slip, { request_key: "' or 1=1" }, { status: 400, code: 'bad_request' }],
    ['a booking that is none', slip, { booking_id: 'x' }, { status: 400, code: 'bad_request' }],
    ['an order that is none', slip, { order_id: 'x' }, { status: 400, code: 'bad_request' }],
    [
      'a booking and an order at once',
      slip,
      { booking_id: randomUUID(), order_id: randomUUID() },
      { status: 400, code: 'bad_request' },
    ],
    [
      'a booking of another',
      slip,
      { booking_id: randomUUID() },
      { status: 404, code: 'not_found', hint: 'bkk.booking_unknown' },
    ],
    [
      'a top-up of a baht',
      pdf,
      { amount_satang: '100' },
      { status: 400, code: 'bad_request', hint: 'bkk.top_up_amount' },
    ],
  ])('is refused with %s, and leaves nothing', async (_name, file, fields, expected) => {
    expect(await send(nattaya, file, fields)).toMatchObject(expected);
    expect([await slips(), await objects()]).toEqual([[], []]);
  });

  it('is a form of few parts', async () => {
    const { data } = await nattaya.auth.getSession();
    const post = async (type: string, body: string) => {
      const headers = {
        authorization: `Bearer ${data.session?.access_token ?? ''}`,
        'content-type': type,
      };
      const response = await fetch(`${backend.url}/functions/v1/attach-slip`, {
        method: 'POST',
        headers,
        body,
      });
      return [response.status, ((await response.json()) as { code: string }).code];
    };
    const part = '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n\r\n';
    const form = 'multipart/form-data; boundary=x';
    for (const [type, body] of [
      ['application/json', '{}'],
      [form, ''],
      [form, part],
      [form, `${part.repeat(2)}--x--`],
      [form, `${part.repeat(70_000)}--x--`],
      [form, `--x\r\n${'a: b\r\n'.repeat(200_000)}\r\n\r\n--x--`],
    ] as const)
      expect(await post(type, body)).toEqual([400, 'bad_request']);
  });

  it('is taken from active members, while the feature is on, a few at once', async () => {
    const visitor = clientWithKey(backend.url, backend.anonKey);
    expect(await send(visitor, pdf)).toMatchObject({ status: 401, code: 'not_signed_in' });
    await backend.database.sql(`update bkk_user_roles set is_active = false where user_id = $1`, [
      members.malee.id,
    ]);
    expect(await send(malee, pdf)).toMatchObject({ status: 403, code: 'not_active' });
    for (const _slip of ['first', 'second', 'third']) await send(nattaya, pdf);
    expect(await send(nattaya, pdf)).toEqual({
      status: 429,
      code: 'too_many_slips',
      hint: 'bkk.too_many_waiting_slips',
    });
    await backend.database.sql(
      `delete from bkk_slips; select bkk_internal.set_features('{bookings}')`,
    );
    expect(await send(nattaya, pdf)).toMatchObject({ status: 404, code: 'not_found' });
    expect(await slips()).toEqual([]);
  });
});

describe('a service that looks transfers up', () => {
  const found = {
    ...{ transRef: transfer.reference, sendingBank: '014', receivingBank: '004', amount: 1000 },
    transTimestamp: '2026-11-28T03:24:00Z',
    sender: { displayName: 'น.ส. นาตยา ว', account: { type: 'BANKAC', value: 'xxx-x-x1234-x' } },
  };

  it('is asked with bank, reference and baht, and its known fields are kept', async () => {
    const asked: string[] = [];
    answerCheck = (request, response) => {
      request.on('data', (chunk: Buffer) => asked.push(chunk.toString()));
      request.on('end', () =>
        response.end(
          JSON.stringify({ ...found, html: '<script>', sender: { ...found.sender, age: 9 } }),
        ),
      );
    };
    await send(nattaya, slip, { amount_satang: '100050' });
    expect(JSON.parse(asked.join(''))).toEqual({
      transRef: transfer.reference,
      sendingBank: '014',
      amount: 1000.5,
    });
    expect((await onlySlip()).checker).toEqual(found);
  });

  test.each<[string, RequestListener]>([
    ['fails', (_request, response) => response.writeHead(500).end(JSON.stringify(found))],
    ['answers no JSON', (_request, response) => response.end('<html>')],
    [
      'answers without end',
      (_request, response) => response.end(JSON.stringify({ ...found, more: 'x'.repeat(40_000) })),
    ],
    [
      'answers too much',
      (_request, response) =>
        response.end(
          JSON.stringify({
            ...found,
            receiver: {
              displayName: '฿'.repeat(100),
              name: '฿'.repeat(100),
              proxy: { type: '฿'.repeat(100), value: '฿'.repeat(100) },
              account: { type: '฿'.repeat(100), value: '฿'.repeat(100) },
            },
            receivingBank: '฿'.repeat(100),
          }),
        ),
    ],
    [
      'answers about another',
      (_request, response) => response.end(JSON.stringify({ ...found, transRef: '1' })),
    ],
    [
      'leads elsewhere',
      (_request, response) => response.writeHead(302, { location: backend.url }).end(),
    ],
    ['breaks off', (request) => request.socket.destroy()],
  ])('and %s does not keep a slip back', async (_name, listener) => {
    answerCheck = listener;
    expect(await send(nattaya, slip)).toMatchObject({ status: 'WAITING', reading: 'read' });
    expect((await onlySlip()).checker).toBeNull();
  });
});

describe('a project that reads no pictures', () => {
  async function sendTo(url: string, form: FormData): Promise<Response> {
    const { data } = await nattaya.auth.getSession();
    const values: Readonly<Record<string, string>> = {
      SUPABASE_URL: url,
      SUPABASE_ANON_KEY: backend.anonKey,
      SUPABASE_SERVICE_ROLE_KEY: await serviceKey(
        createTokens({ secret: backend.config.jwtSecret }),
      ),
    };
    const request = new Request(`${url}/functions/v1/attach-slip`, {
      method: 'POST',
      headers: { authorization: `Bearer ${data.session?.access_token ?? ''}` },
      body: form,
    });
    return attachSlip(request, { get: (name) => values[name] });
  }

  /** Status, type and body of the backend's answer. */
  async function passOn(request: IncomingMessage) {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const ofTheConnection = ['host', 'connection', 'content-length', 'transfer-encoding'];
    const headers = Object.entries(request.headers).filter(
      ([name]) => !ofTheConnection.includes(name),
    );
    const answer = await fetch(`${backend.url}${request.url ?? ''}`, {
      method: request.method ?? 'GET',
      headers: headers.map(([name, value]): [string, string] => [name, String(value)]),
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    const type = answer.headers.get('content-type') ?? '';
    return [answer.status, type, Buffer.from(await answer.arrayBuffer())] as const;
  }

  it('stores them as they are, unchecked', async () => {
    const response = await sendTo(backend.url, formOf(slip));
    expect(await response.json()).toMatchObject({ reading: 'not_checked', ...nothingRead });
    const row = await onlySlip();
    expect(row).toMatchObject({
      has_hash: false,
      byte_size: slip.length,
      warnings: ['not_checked'],
    });
    expect((await opened(nattaya, row))?.bytes).toEqual(slip);
  });

  it('keeps the file of a slip whose record was made without an answer', async () => {
    const lossy = await listening((request, response) => {
      passOn(request).then(
        ([status, type, body]) => {
          const isLost = request.url?.endsWith('/bkk_record_slip') === true;
          response.writeHead(isLost ? 504 : status, { 'content-type': type }).end(body);
        },
        () => request.destroy(),
      );
    });
    const response = await sendTo(addressOf(lossy), formOf(pdf));
    lossy.close();
    expect([response.status, await response.json()]).toEqual([
      200,
      expect.objectContaining({ status: 'WAITING', reading: 'pdf' }),
    ]);
    expect(await objects()).toEqual([(await onlySlip()).object_path]);
  });
});
