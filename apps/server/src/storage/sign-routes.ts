import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { firstRow, textOf } from './caller-sql.ts';
import { storageErrors } from './errors.ts';
import { selectObject } from './object-rows.ts';
import { sqlOf, targetOf, type ObjectTarget, type StorageParts } from './parts.ts';
import { transformation } from './picture.ts';
import { readJson } from './request-json.ts';
import { signLink, writeTransformations } from './signed-links.ts';

const expiresIn = z.number().int().min(1);
const oneBody = z.object({ expiresIn, transform: transformation.optional() });
const manyBody = z.object({ expiresIn, paths: z.array(z.string()).min(1).max(1000) });

const notReadable = 'Either the object does not exist or you do not have access to it';

export function signRoutes(app: FastifyInstance, parts: StorageParts): void {
  const { tokens } = parts;
  const link = async (target: ObjectTarget, seconds: number) => {
    const token = await signLink(tokens, target, 'download', seconds);
    return `/object/sign/${target.bucket}/${target.key}?token=${token}`;
  };

  app.post('/object/sign/:bucket/*', async (request) => {
    const sql = await sqlOf(parts, request, 'storage.object.sign');
    const target = targetOf(parts, request, '/object/sign');
    const given = await readJson(request, oneBody);
    const row = firstRow(
      await sql.asCaller(selectObject(target.bucket, target.key), { readOnly: true }),
    );
    if (row === undefined) throw storageErrors.noSuchKey();
    const transformations = writeTransformations(given.transform ?? {});
    if (transformations === '') return { signedURL: await link(target, given.expiresIn) };
    const further = { transformations };
    const token = await signLink(tokens, target, 'download', given.expiresIn, further);
    return { signedURL: `/render/image/sign/${target.bucket}/${target.key}?token=${token}` };
  });

  app.post('/object/sign/:bucket', async (request) => {
    const sql = await sqlOf(parts, request, 'storage.object.sign_many');
    const { bucket } = targetOf(parts, request, '/object/sign');
    const given = await readJson(request, manyBody);
    const [result] = await sql.asCaller(
      {
        text: 'select name from storage.objects where bucket_id = $1 and name = any ($2::text[])',
        values: [bucket, given.paths],
      },
      { readOnly: true },
    );
    const readable = new Set((result?.rows ?? []).map(({ name }) => textOf(name)));
    return Promise.all(
      given.paths.map(async (path) =>
        readable.has(path)
          ? { error: null, path, signedURL: await link({ bucket, key: path }, given.expiresIn) }
          : { error: notReadable, path, signedURL: null },
      ),
    );
  });
}
