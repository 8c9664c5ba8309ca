import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
  type ECDH,
} from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A push that a browser would show. */
interface Received {
  readonly browser: string;
  /** The decrypted text. */
  readonly text: string;
  readonly headers: IncomingMessage['headers'];
  /** The claims of VAPID, whose signature is right. */
  readonly claims: { readonly aud: string; readonly exp: number; readonly sub: string };
}

/** The subscription of a browser as `PushSubscription.toJSON()` gives it. */
interface Subscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** A local push service with its browsers. It decrypts by RFC 8291 with node:crypto, apart from the code that encrypts. */
export interface PushServer {
  readonly url: string;
  readonly received: Received[];
  /** The status for a browser; 201 by default. */
  readonly answers: Map<string, number>;
  subscribe(browser: string): Subscription;
  close(): Promise<void>;
}

interface Browser {
  readonly keys: ECDH;
  readonly auth: Buffer;
}

const hkdf = (input: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
  Buffer.from(hkdfSync('sha256', input, salt, info, length));

function decrypt({ keys, auth }: Browser, body: Buffer): string {
  const salt = body.subarray(0, 16);
  const length = body.readUInt8(20);
  const sender = body.subarray(21, 21 + length);
  const record = body.subarray(21 + length);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
  const input = hkdf(keys.computeSecret(sender), auth, info, 32);
  const key = hkdf(input, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = hkdf(input, salt, 'Content-Encoding: nonce\0', 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  if (plain.at(-1) !== 2) throw new Error('the record is not the last one');
  return plain.subarray(0, -1).toString();
}

/** @throws when the header is not signed by the key it names */
function claimsOf(authorization = ''): Received['claims'] {
  const [, token = '', key = ''] = /^vapid t=(\S+), k=([\w-]+)$/.exec(authorization) ?? [];
  const [header = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x = '', y = ''] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString('base64url'),
  );
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
  const signed = Buffer.from(`${header}.${claims}`);
  const given = Buffer.from(signature, 'base64url');
  if (!verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, given))
    throw new Error('the signature is not right');
  return JSON.parse(Buffer.from(claims, 'base64url').toString()) as Received['claims'];
}

/** Starts the service on a free port. */
export async function startPushServer(): Promise<PushServer> {
  const browsers = new Map<string, Browser>();
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const name = (request.url ?? '').slice(1);
    const browser = browsers.get(name);
    const body = await buffer(request);
    const status = browser === undefined ? 404 : (server.answers.get(name) ?? 201);
    if (browser !== undefined && status < 300)
      server.received.push({
        browser: name,
        text: decrypt(browser, body),
        headers: request.headers,
        claims: claimsOf(request.headers.authorization),
      });
    response.writeHead(status).end();
  };
  const http = createServer((request, response) => {
    respond(request, response).catch(() => response.writeHead(400).end());
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const server: PushServer = {
    url: `http://127.0.0.1:${String((http.address() as AddressInfo).port)}`,
    received: [],
    answers: new Map(),
    subscribe(browser) {
      const keys = createECDH('prime256v1');
      const p256dh = keys.generateKeys('base64url');
      const auth = randomBytes(16);
      browsers.set(browser, { keys, auth });
      return { endpoint: `${server.url}/${browser}`, p256dh, auth: auth.toString('base64url') };
    },
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
  return server;
}
