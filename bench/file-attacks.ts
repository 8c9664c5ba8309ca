// Attacks on Storage, pictures and functions by the requests of one network.
import { randomBytes } from 'node:crypto';
import { noisePicture } from '../apps/server/src/testing/noise-picture.ts';
import type { AttackTokens, RequestAttack } from './attack-types.ts';

const kib = 1024;
const mib = 1024 * kib;
const bucket = 'bench';
const removedRows = 20_000;
const rowsPerRemoval = 1_000;
const pictureNames = ['large.avif', 'large.jpeg'] as const;

/** Buckets of members and of everybody, and rows with 200 kB of metadata each. */
export const attackedFiles = `
  insert into storage.buckets (id, name, public) values ('${bucket}', '${bucket}', false), ('bench-pictures', 'bench-pictures', true);
  create policy "bench" on storage.objects to authenticated
    using (bucket_id = '${bucket}') with check (bucket_id = '${bucket}');
  insert into storage.objects (bucket_id, name, version, user_metadata)
    select '${bucket}', 'removed/' || n, gen_random_uuid(), jsonb_build_object('note', repeat('x', 200000))
    from generate_series(1, ${String(removedRows)}) as n;`;

/** As many megapixels as Storage makes pictures of. */
async function largePictures(): Promise<readonly (readonly [name: string, bytes: Buffer])[]> {
  const [avif, jpeg] = pictureNames;
  return [
    [avif, await noisePicture(4000, 3000).avif({ effort: 0 }).toBuffer()],
    [jpeg, await noisePicture(8000, 6000).jpeg().toBuffer()],
  ];
}

/** Uploads what the attack on pictures asks for. */
export async function uploadLargePictures(url: string, serviceKey: string): Promise<void> {
  for (const [name, bytes] of await largePictures()) {
    const response = await fetch(`${url}/storage/v1/object/bench-pictures/${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${serviceKey}`, 'content-type': 'image/png' },
      body: new Uint8Array(bytes),
    });
    if (!response.ok) throw new Error(await response.text());
  }
}

const bearer = ({ member }: AttackTokens) => ({ authorization: `Bearer ${member}` });
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const randomName = (): string => randomBytes(6).toString('hex');

export const fileAttacks = {
  'storage: removals': {
    connections: 4,
    prepare(tokens) {
      const headers = { ...bearer(tokens), 'content-type': 'application/json' };
      return (n) => {
        const first = (n * rowsPerRemoval) % removedRows;
        const prefixes = Array.from(
          { length: rowsPerRemoval },
          (_, index) => `removed/${String(first + index + 1)}`,
        );
        const body = Buffer.from(JSON.stringify({ prefixes }));
        return { method: 'DELETE', path: `/storage/v1/object/${bucket}`, headers, body };
      };
    },
  },
  'storage: chunked uploads': {
    prepare(tokens) {
      const run = randomName();
      const headers = {
        ...bearer(tokens),
        'content-type': 'text/plain',
        'transfer-encoding': 'chunked',
      };
      const body = Buffer.alloc(4 * mib);
      return (n) => ({
        method: 'POST',
        path: `/storage/v1/object/${bucket}/${run}-${String(n)}`,
        headers,
        body,
      });
    },
  },
  'storage: unfinished uploads': {
    prepare(tokens) {
      const run = randomName();
      const body = Buffer.alloc(4 * mib);
      return (n) => ({
        method: 'POST',
        path: '/storage/v1/upload/resumable',
        headers: {
          ...bearer(tokens),
          'tus-resumable': '1.0.0',
          'content-type': 'application/offset+octet-stream',
          'upload-length': String(body.length + 1),
          'upload-metadata': `bucketName ${base64(bucket)},objectName ${base64(`${run}-${String(n)}`)}`,
        },
        body,
      });
    },
  },
  'storage: large pictures': {
    connections: 64,
    prepare: () => (n) => ({
      method: 'GET',
      path: `/storage/v1/render/image/public/bench-pictures/${pictureNames[n % 2] ?? ''}?width=${String(200 + (n % 1800))}&quality=${String(20 + (Math.floor(n / 1800) % 80))}`,
    }),
  },
  'functions: large bodies': {
    connections: 64,
    prepare({ anon }) {
      const headers = { authorization: `Bearer ${anon}`, 'content-type': 'application/json' };
      const body = Buffer.from(JSON.stringify({ origin: 'x'.repeat(980 * kib) }));
      const names = ['search-flights', 'hold-flight', 'traveller-passport'];
      return (n) => ({
        method: 'POST',
        path: `/functions/v1/${names[n % names.length] ?? ''}`,
        headers,
        body,
      });
    },
  },
} as const satisfies Record<string, RequestAttack>;
