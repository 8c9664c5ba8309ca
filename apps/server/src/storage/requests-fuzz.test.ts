// Some hundred requests; `npm run drill -- uploads` sends 100,000.
import { readdir } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startStorage, type StorageService } from '../testing/storage-service.ts';
import { fuzzRuns } from '../testing/variations.ts';

const runs = fuzzRuns(500);
const seed = Number(process.env.FUZZ_SEED ?? 20_261_126);
const atOnce = 8;

const log: string[] = [];
const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
let storage: StorageService;
let tokens: readonly string[];

beforeAll(async () => {
  storage = await startStorage({ log });
  await storage.service.createBucket('some', { public: false, fileSizeLimit: '2kb' });
  await storage.service.createBucket('shown', { public: true, allowedMimeTypes: ['image/*'] });
  await storage.backend.database.sql(`set role postgres;
    create policy "all of some" on storage.objects using (bucket_id = 'some'); reset role`);
  const member = { sub: '7b1c6e0e-3f0f-4b0e-8a3e-2a4f3d1c5b6a', role: 'authenticated' };
  tokens = [
    ...['', 'Bearer', 'Bearer x', 'Bearer a.b.c', `Bearer ${storage.backend.anonKey}`],
    `Bearer ${storage.serviceKey}`,
    `Bearer ${await storage.token(member)}`,
    `Bearer ${await storage.token({ role: 'postgres' })}`,
  ];
});
afterAll(async () => {
  agent.destroy();
  await storage.close();
});

const bucket = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('some', 'shown') },
  fc.constantFrom('', 'none', '..', '%', '%00', '%2e%2e', 'sign', 'public', '__proto__', "'"),
);
const segment = fc.oneof(
  fc.constantFrom('a', 'b', 'a', '..', '.', '%2f', '%00', '%', '%ff', '', ' ', 'x'.repeat(300)),
  fc.string({ maxLength: 12 }).map((text) => encodeURIComponent(text)),
);
const key = fc.array(segment, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));
const routes = [
  ...['/object', '/object/public', '/object/authenticated', '/object/sign', '/object/info'],
  ...['/object/upload/sign', '/object/list', '/object/list-v2', '/object/info/public', '/bucket'],
  ...['/render/image/public', '/render/image/authenticated', '/render/image/sign', '/cdn'],
  ...['/object/move', '/object/copy', '/upload/resumable', '/upload/resumable/sign', '/x', ''],
];
const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(null, -1, 1e99, '', '\0', '__proto__', '../..', 'some', 'a'),
);
const body = fc.oneof(
  fc.constant(''),
  fc.string({ maxLength: 200 }),
  fc.string({ minLength: 2100, maxLength: 2200 }),
  odd.map((value) => JSON.stringify(value)),
  fc
    .dictionary(
      fc.constantFrom(
        ...['prefix', 'prefixes', 'limit', 'offset', 'sortBy', 'search', 'cursor', 'expiresIn'],
        ...['bucketId', 'sourceKey', 'destinationKey', 'destinationBucket', 'name', 'id'],
        ...['public', 'file_size_limit', 'allowed_mime_types', 'paths', 'transform', 'metadata'],
      ),
      fc.oneof(odd, fc.array(odd, { maxLength: 3 }), fc.dictionary(fc.string(), odd)),
    )
    .map((value) => JSON.stringify(value)),
  fc
    .array(fc.tuple(fc.constantFrom('', 'file', 'metadata', 'cacheControl', 'contentType'), odd))
    .map(
      (parts) =>
        parts
          .map(
            ([name, value]) =>
              `--x\r\ncontent-disposition: form-data; name="${name}"${name === '' ? '; filename="f"' : ''}\r\n\r\n${JSON.stringify(value)}\r\n`,
          )
          .join('') + '--x--\r\n',
    ),
);
const printable = fc.string({
  maxLength: 30,
  unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
});
const metadata = fc
  .array(
    fc.tuple(
      fc.constantFrom('bucketName', 'objectName', 'contentType', 'metadata'),
      fc.oneof(fc.constantFrom('some', 'a', 'image/png'), printable),
    ),
  )
  .map((pairs) =>
    pairs.map(([name, text]) => `${name} ${Buffer.from(text).toString('base64')}`).join(','),
  );
const headers = fc.record(
  {
    'content-type': fc.oneof(
      fc.constantFrom('application/json', 'image/png', 'text/html', 'multipart/form-data'),
      fc.constantFrom('multipart/form-data; boundary=x', 'application/offset+octet-stream'),
      printable,
    ),
    'x-upsert': fc.constantFrom('true', 'false', 'x'),
    'x-metadata': fc.oneof(
      printable,
      odd.map((value) => Buffer.from(JSON.stringify(value)).toString('base64')),
    ),
    'x-signature': printable,
    'cache-control': printable,
    range: fc.oneof(fc.constantFrom('bytes=0-0', 'bytes=-1', 'bytes=9-', 'bytes=a'), printable),
    'if-none-match': printable,
    'tus-resumable': fc.constantFrom('1.0.0', '1.0.0', '0.2.2'),
    'upload-length': fc.oneof(fc.nat({ max: 3000 }).map(String), printable),
    'upload-offset': fc.oneof(fc.nat({ max: 10 }).map(String), printable),
    'upload-metadata': fc.oneof(metadata, printable),
    'transfer-encoding': fc.constant('chunked'),
  },
  { requiredKeys: [] },
);
const query = fc.oneof(
  fc.constant(''),
  fc.constantFrom('?download', '?download=%0d%0a', '?token=a.b.c', '?width=1&height=1', '?width=x'),
  fc.webQueryParameters().map((text) => `?${text}`),
);
const [service, member] = [5, 6];
const anything = fc.record({
  method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'),
  path: fc
    .tuple(fc.constantFrom(...routes), bucket, key, query)
    .map(([route, first, rest, search]) => `${route}/${first}/${rest}${search}`),
  token: fc.nat({ max: 7 }),
  headers,
  body,
});
/** Calls that succeed if their headers let them. */
const rightCalls = [
  ...['POST /object/some/a', 'PUT /object/some/b', 'GET /object/some/a', 'HEAD /object/some/b'],
  ...['GET /object/info/some/a', 'GET /object/public/shown/a', 'DELETE /object/some/a'],
  ...['GET /render/image/authenticated/some/a', 'POST /object/upload/sign/some/a', 'GET /bucket'],
  'POST /object/list/some {"prefix":"","limit":2}',
  'POST /object/list-v2/some {"prefix":"","with_delimiter":true}',
  'POST /object/sign/some/a {"expiresIn":60}',
  'POST /object/copy {"bucketId":"some","sourceKey":"a","destinationKey":"b/c"}',
  'POST /object/move {"bucketId":"some","sourceKey":"b/c","destinationKey":"d"}',
  'DELETE /object/some {"prefixes":["d","b/c"]}',
] as const;
const right = fc.record({
  method: fc.constant(''),
  path: fc.constantFrom(...rightCalls),
  token: fc.constantFrom(service, member),
  headers: fc.oneof(fc.constant({}), fc.constant({}), headers),
  body: fc.constant(''),
});
const parts = fc.record({
  method: fc.constantFrom('POST', 'PATCH', 'HEAD', 'PATCH', 'DELETE', 'PATCH'),
  path: fc.constant('/upload/resumable'),
  token: fc.constant(service),
  headers: fc.record({
    'tus-resumable': fc.constant('1.0.0'),
    'x-upsert': fc.constant('true'),
    'content-type': fc.constant('application/offset+octet-stream'),
    'upload-length': fc.nat({ max: 20 }).map(String),
    'upload-offset': fc.nat({ max: 10 }).map(String),
    'upload-metadata': fc.constantFrom(
      'bucketName c29tZQ==,objectName YQ==',
      'bucketName c29tZQ==',
    ),
  }),
  body: fc.string({ maxLength: 6 }),
});
const requests = fc.oneof(
  { weight: 3, arbitrary: anything },
  { weight: 2, arbitrary: right },
  { weight: 1, arbitrary: parts },
);
interface Sent {
  readonly method: string;
  readonly path: string;
  readonly token: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

/** The path of an upload in parts, as a creation that succeeded told it. */
let begun = '';

/** Of a right call, which is one text, its parts. */
function written({ method, path, body: text }: Sent) {
  if (method === '') {
    const [right, address = '', ...json] = path.split(' ');
    return { method: right, path: address, text: json.join(' ') };
  }
  const isPart = begun !== '' && path === '/upload/resumable' && method !== 'POST';
  return { method, path: isPart ? begun : path.replaceAll(' ', '%20'), text };
}

/** The status; 0 where the parser of HTTP has closed the connection. */
function send(given: Sent): Promise<number> {
  const { method, path, text } = written(given);
  const { port, hostname } = new URL(storage.url);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        ...{ agent, port, hostname, method, path: `/storage/v1${path}` },
        headers: { ...given.headers, authorization: tokens[given.token] ?? '' },
      },
      (response) => {
        const { location } = response.headers;
        if (location !== undefined) begun = location.slice('/storage/v1'.length);
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
        response.on('error', reject);
      },
    );
    sent.on('error', () => resolve(0));
    sent.end(['GET', 'HEAD', 'OPTIONS'].includes(method ?? '') ? '' : text);
  });
}

const megabytes = () => Math.round(process.memoryUsage().rss / 1024 / 1024);

test(
  'whatever requests come, each is answered, nothing fails inside and nothing unfinished is left',
  async () => {
    const statuses = new Map<number, number>();
    const memory: number[] = [];
    for (let first = 0; first < runs; first += 1000) {
      const some = fc.sample(requests, {
        numRuns: Math.min(1000, runs - first),
        seed: seed + first,
      });
      const next = some.values();
      const work = async () => {
        for (const one of next) {
          const status = await send(one);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          if (status >= 500 && status !== 503)
            throw new Error(`${status} for ${JSON.stringify(one)}, seed ${String(seed)}`);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, work));
      memory.push(megabytes());
      const failures = log.filter((line) => /"level":[56]0/.test(line));
      expect(failures.slice(0, 3), `seed ${String(seed)}`).toEqual([]);
      log.length = 0;
    }
    process.stdout.write(
      `figures: statuses ${JSON.stringify(Object.fromEntries(statuses))}, resident memory of client and server in MB ${String(memory[0])} at first, ${String(memory.at(-1))} at last, at most ${String(Math.max(...memory))}\n`,
    );
    for (const status of [200, 201, 204]) expect(statuses.get(status)).toBeGreaterThan(0);
    const incoming = join(storage.backend.config.dataDir, 'storage', 'incoming');
    expect(await readdir(incoming).catch(() => [])).toEqual([]);
    await storage.service.createBucket('after');
    expect((await storage.service.from('after').upload('a', 'a')).error).toBeNull();
  },
  60_000 + runs * 20,
);
