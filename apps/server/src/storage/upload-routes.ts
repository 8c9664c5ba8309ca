import type { FastifyInstance, FastifyRequest } from 'fastify';
import { searchOf } from '../http/request-path.ts';
import { CallerSql, ownerOf, textOf } from './caller-sql.ts';
import { readIncoming } from './incoming.ts';
import { sqlOf, targetOf, visitorOf, type StorageParts } from './parts.ts';
import { openLink, signLink } from './signed-links.ts';
import { checkUpload, storeObject } from './store-object.ts';

const uploadLinkSeconds = 2 * 60 * 60;

const asksUpsert = ({ headers }: FastifyRequest): boolean => headers['x-upsert'] === 'true';

export function uploadRoutes(app: FastifyInstance, parts: StorageParts): void {
  const { tokens, database } = parts;
  const slow = { config: { bodyTime: 'speed' as const } };

  const upload = async (request: FastifyRequest, operation: string, upsert: boolean) => {
    const sql = await sqlOf(parts, request, operation);
    const target = targetOf(parts, request, '/object');
    const { id } = await storeObject(parts, sql, target, await readIncoming(request), { upsert });
    return { Id: id, Key: `${target.bucket}/${target.key}` };
  };
  app.post('/object/:bucket/*', slow, (request) =>
    upload(request, 'storage.object.upload', asksUpsert(request)),
  );
  app.put('/object/:bucket/*', slow, (request) =>
    upload(request, 'storage.object.upload_update', true),
  );

  app.post('/object/upload/sign/:bucket/*', async (request) => {
    const sql = await sqlOf(parts, request, 'storage.object.sign_upload_url');
    const target = targetOf(parts, request, '/object/upload/sign');
    const upsert = asksUpsert(request);
    const described = { mimetype: 'text/plain', size: undefined, userMetadata: {} };
    await checkUpload(parts, sql, target, described, { upsert });
    const owner = ownerOf(sql.caller);
    const token = await signLink(tokens, target, 'upload', uploadLinkSeconds, {
      ...(owner !== null && { owner }),
      upsert,
    });
    return { url: `/object/upload/sign/${target.bucket}/${target.key}?token=${token}`, token };
  });
  app.put('/object/upload/sign/:bucket/*', slow, async (request) => {
    const target = targetOf(parts, request, '/object/upload/sign');
    const token = new URLSearchParams(searchOf(request.url)).get('token') ?? '';
    const { owner, upsert } = await openLink(tokens, token, target, 'upload');
    const sql = new CallerSql(database, visitorOf(request), 'storage.object.upload_signed');
    await storeObject(parts, sql, target, await readIncoming(request), {
      upsert: upsert === true,
      signedOwner: textOf(owner) || null,
    });
    return { Key: `${target.bucket}/${target.key}` };
  });
}
