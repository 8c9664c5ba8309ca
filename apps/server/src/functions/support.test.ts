import { randomUUID } from 'node:crypto';
import { FunctionsHttpError } from '@supabase/supabase-js';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { signedInClient, type TestClient } from '../testing/demo-client.ts';
import { startTestBackend, type TestBackend } from '../testing/test-backend.ts';
import { clientWithKey } from '../testing/test-client.ts';

let backend: TestBackend;
let nattaya: TestClient;
let malee: TestClient;
let visitor: TestClient;

const picture = await sharp({
  create: { width: 40, height: 30, channels: 3, background: '#136' },
})
  .withExif({ IFD0: { Artist: 'Where I live' } })
  .jpeg()
  .toBuffer();
const pdf = Buffer.from('%PDF-1.7\n1 0 obj << >>');

beforeAll(async () => {
  backend = await startTestBackend({ seed: 'demo' });
  nattaya = await signedInClient(backend, 'nattaya');
  malee = await signedInClient(backend, 'malee');
  visitor = clientWithKey(backend.url, backend.anonKey);
});
afterAll(() => backend.close());

beforeEach(() =>
  backend.database.sql(`select bkk_internal.set_features('{support}');
    delete from bkk_visitor_attempts; delete from bkk_support_threads; delete from bkk_outbox;
    select bkk_internal.delete_objects('support', array(select name from storage.objects))`),
);

/** Status and body of an invocation by the real client. */
async function invoke(client: TestClient, name: string, body: object | FormData) {
  const answer = await client.functions.invoke<Record<string, unknown>>(name, { body });
  const error: unknown = answer.error;
  if (error === null) return { status: 200, ...answer.data };
  if (!(error instanceof FunctionsHttpError))
    throw new Error('the function gave no answer', { cause: error });
  const response = error.context as Response;
  return { ...((await response.json()) as object), status: response.status };
}

const ticket = (values: object = {}) => ({
  request_key: randomUUID(),
  ...{ name: 'Arthit', email: 'arthit@example.com', subject: 'Invoice <b>', language: 'en' },
  message: 'For my company, please.\n<img src=x onerror=alert(1)>',
  ...values,
});
const send = (values?: object) => invoke(visitor, 'support-ticket', ticket(values));

interface Thread {
  readonly status: number;
  readonly thread_id: string;
  readonly messages: readonly Readonly<Record<string, unknown>>[];
}
const follow = async (values: object) =>
  (await invoke(visitor, 'support-thread', values)) as unknown as Thread;

/** The token of the newest mailed link. */
async function mailedToken(): Promise<string> {
  await vi.waitFor(async () => {
    const waiting = `select from bkk_outbox where sent_at is null and event = 'visitor.ticket_received'`;
    expect(await backend.database.sql(waiting)).toEqual([]);
  });
  const text = (await backend.mails()).at(-1)?.text ?? '';
  return /\/support\/ticket#([0-9a-f]{64})/.exec(text)?.[1] ?? '';
}

describe('a ticket of a visitor', () => {
  it('opens a thread, and is answered the same for every address and a repeated key', async () => {
    const values = ticket();
    for (const body of [values, values, ticket({ email: 'nattaya@bkksiam.example' })])
      expect(await invoke(visitor, 'support-ticket', body)).toEqual({ status: 200, state: 'open' });
    const threads = await backend.database.sql(
      'select user_id, member_email as email from bkk_support_threads order by created_at',
    );
    expect(threads).toEqual([
      { user_id: null, email: 'arthit@example.com' },
      { user_id: null, email: 'nattaya@bkksiam.example' },
    ]);
  });

  test.each([
    [{ email: 'arthit' }, 'bkk.ticket_email'],
    [{ email: 'a@b.c\r\nBcc: d@e.f' }, 'bkk.ticket_email'],
    [{ message: ' ' }, 'bkk.reason_missing'],
    [{ name: 7 }, 'bkk.reason_missing'],
    [{ subject: 'x'.repeat(201) }, 'bkk.text_too_long'],
  ])('is refused with %o', async (values, hint) => {
    expect(await send(values)).toMatchObject({ status: 400, hint });
    expect(await backend.database.sql('select from bkk_support_threads')).toEqual([]);
  });

  it('is limited by address, however it is written', async () => {
    for (const email of ['a@b.co', 'A@b.co', 'a@B.co', 'a@b.CO', 'A@B.CO'])
      expect(await send({ email })).toMatchObject({ state: 'open' });
    expect(await send({ email: 'a@b.co' })).toMatchObject({
      status: 429,
      hint: 'bkk.too_many_tickets',
    });
  });

  it('is followed by its mailed link alone: read, answered, with a file, and ended', async () => {
    await send();
    const token = await mailedToken();
    for (const wrong of ['', 'x', 'a'.repeat(64), `${token}0`, { token }])
      expect(await follow({ token: wrong })).toMatchObject({
        status: 404,
        hint: 'bkk.link_unknown',
      });
    const thread = await follow({ token });
    expect(thread.messages).toMatchObject([{ author: 'customer', author_name: 'Arthit' }]);
    const message = { message_id: randomUUID(), text: 'Thank you' };
    await follow({ token, ...message });
    await follow({ token, ...message });
    const form = new FormData();
    const fileId = randomUUID();
    form.append('token', token);
    form.append('message_id', fileId);
    form.append('name', '../../อินวอยซ์<b>.exe');
    form.append('file', new Blob([new Uint8Array(pdf)]), 'x');
    expect(await invoke(visitor, 'support-file', form)).toMatchObject({ status: 200 });
    const { messages } = await follow({ token, is_solved: true });
    expect(messages.map(({ text, file_name: name, event }) => event ?? text ?? name)).toEqual([
      expect.stringContaining('For my company'),
      'Thank you',
      'อินวอยซ์b.pdf',
      'solved',
    ]);
    const { path } = (await follow({ token, file: fileId })) as unknown as { path: string };
    const file = await fetch(backend.url + path);
    expect(file.headers.get('content-disposition')).toBe('attachment');
    expect(Buffer.from(await file.arrayBuffer())).toEqual(pdf);
  });

  it('is refused while the feature is off', async () => {
    await send();
    const token = await mailedToken();
    await backend.database.sql(`select bkk_internal.set_features('{}')`);
    expect(await send()).toMatchObject({ status: 404, hint: 'bkk.feature_off' });
    expect(await follow({ token })).toMatchObject({ status: 404, hint: 'bkk.feature_off' });
  });
});

describe('a file of a member', () => {
  async function open(): Promise<string> {
    const values = { p_request_key: randomUUID(), p_subject: 'Bags', p_text: 'See the picture' };
    const opened = await nattaya.rpc('bkk_open_support_thread', values);
    return String(opened.data);
  }
  const formOf = (thread: string, file: Buffer | undefined, id: string = randomUUID()) => {
    const form = new FormData();
    form.append('thread_id', thread);
    form.append('message_id', id);
    form.append('name', 'bag.jpg');
    if (file !== undefined) form.append('file', new Blob([new Uint8Array(file)]), 'bag.jpg');
    return form;
  };
  const objects = async () =>
    (
      await backend.database.sql<{ name: string }>(
        `select name from storage.objects where bucket_id = 'support'`,
      )
    ).map(({ name }) => name);
  const opened = async (client: TestClient, path: string) => {
    const { data } = await client.storage.from('support').createSignedUrl(path, 60);
    return data === null ? null : fetch(data.signedUrl);
  };

  it('is stored anew without metadata, once, and read by nobody but its thread`s', async () => {
    const id = randomUUID();
    const thread = await open();
    for (let sent = 0; sent < 2; sent += 1)
      expect(
        await invoke(nattaya, 'support-file', formOf(thread, Buffer.concat([picture, pdf]), id)),
      ).toEqual({ status: 200, message_id: id });
    const [path = '', ...others] = await objects();
    expect(others).toEqual([]);
    const file = Buffer.from(
      (await (await opened(nattaya, path))?.arrayBuffer()) ?? new ArrayBuffer(),
    );
    expect((await sharp(file).metadata()).width).toBe(40);
    expect(file.includes('Where I live')).toBe(false);
    expect(file.includes('%PDF')).toBe(false);
    expect(await opened(malee, path)).toBeNull();
    expect(await opened(visitor, path)).toBeNull();
  });

  test.each([
    ['a picture that is none', Buffer.from('<!doctype html><script>1</script>'), 'bkk.file_type'],
    ['half a picture', picture.subarray(0, 100), 'bkk.file_unreadable'],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'bkk.file_type'],
    ['no file', undefined, 'bkk.file_missing'],
    ['more than 5 MB', Buffer.concat([pdf], 5 * 1024 * 1024 + 1), 'bkk.file_too_large'],
  ])('is refused as %s', async (_name, file, hint) => {
    const thread = await open();
    expect(await invoke(nattaya, 'support-file', formOf(thread, file))).toMatchObject({ hint });
    expect(await objects()).toEqual([]);
  });

  it('is taken neither for a thread of another member nor from a visitor', async () => {
    const thread = await open();
    expect(await invoke(malee, 'support-file', formOf(thread, picture))).toMatchObject({
      ...{ status: 404, hint: 'bkk.thread_unknown' },
    });
    expect(await invoke(visitor, 'support-file', formOf(thread, picture))).toMatchObject({
      code: 'not_signed_in',
    });
    expect(await objects()).toEqual([]);
  });
});
