import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Row } from '../db/database.ts';
import { textOf } from './caller-sql.ts';
import { storageErrors } from './errors.ts';
import { listLevel, listPage, type PageRequest, type Position } from './list-sql.ts';
import { withTimes } from './object-rows.ts';
import { sqlOf, targetOf, type StorageParts } from './parts.ts';
import { readJson } from './request-json.ts';

const order = z.enum(['asc', 'desc']).default('asc');
const limit = z.number().int().min(1);

const levelBody = z.object({
  prefix: z.string(),
  limit: limit.max(10_000).default(100),
  offset: z.number().int().min(0).default(0),
  sortBy: z
    .object({
      column: z.enum(['name', 'updated_at', 'created_at', 'last_accessed_at']).default('name'),
      order,
    })
    .default({ column: 'name', order: 'asc' }),
  search: z.string().default(''),
});

const pageBody = z.object({
  prefix: z.string().default(''),
  limit: limit.max(1000).default(1000),
  cursor: z.string().optional(),
  with_delimiter: z.boolean().default(false),
  sortBy: z
    .object({ column: z.enum(['name', 'updated_at', 'created_at']).default('name'), order })
    .default({ column: 'name', order: 'asc' }),
});

const cursorContent = z.object({
  column: z.enum(['name', 'updated_at', 'created_at']),
  order: z.enum(['asc', 'desc']),
  name: z.string(),
  time: z.iso.datetime().nullable(),
});
type Cursor = z.infer<typeof cursorContent>;

const cursorText = (cursor: Cursor): string =>
  Buffer.from(JSON.stringify(cursor)).toString('base64url');

/** @throws {StorageError} InvalidRequest for a text that is no cursor */
function readCursor(text: string): Cursor {
  try {
    return cursorContent.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
  } catch {
    throw storageErrors.invalidRequest('body/cursor is not valid');
  }
}

async function listOneLevel(parts: StorageParts, request: FastifyRequest) {
  const sql = await sqlOf(parts, request, 'storage.object.list');
  const { bucket } = targetOf(parts, request, '/object/list');
  const { prefix, sortBy, ...given } = await readJson(request, levelBody);
  const folder = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`;
  const [result] = await sql.asCaller(listLevel({ ...given, ...sortBy, bucket, prefix: folder }), {
    readOnly: true,
  });
  return (result?.rows ?? []).map(withTimes);
}

const positionOf = (row: Row, { column }: Pick<PageRequest, 'column'>): Position => {
  const { [column]: time } = withTimes(row);
  return { name: textOf(row.name), time: column === 'name' ? null : textOf(time) || null };
};

/** The name below the prefix, without the slash of a folder. */
const keyOf = (name: string): string => name.replace(/\/$/, '').split('/').at(-1) ?? '';

async function listOnePage(parts: StorageParts, request: FastifyRequest) {
  const sql = await sqlOf(parts, request, 'storage.object.list_v2');
  const { bucket } = targetOf(parts, request, '/object/list-v2');
  const { cursor, with_delimiter: delimited, sortBy, ...given } = await readJson(request, pageBody);
  const from = cursor === undefined ? undefined : readCursor(cursor);
  const { column, order: direction } = from ?? sortBy;
  const page: PageRequest = {
    ...{ ...given, bucket, delimited, column, order: direction },
    after: from && { name: from.name, time: from.time },
  };
  const [result] = await sql.asCaller(listPage(page), { readOnly: true });
  const found = result?.rows ?? [];
  const rows = found.slice(0, page.limit);
  const last = rows.at(-1);
  const hasNext = found.length > rows.length && last !== undefined;
  const shown = rows.map((row) =>
    delimited ? { key: keyOf(textOf(row.name)), ...withTimes(row) } : withTimes(row),
  );
  return {
    hasNext,
    ...(hasNext && {
      nextCursor: cursorText({ column, order: direction, ...positionOf(last, page) }),
      nextCursorKey: textOf(last.name),
    }),
    folders: shown.filter((row) => 'id' in row && row.id === null),
    objects: shown.filter((row) => 'id' in row && row.id !== null),
  };
}

export function listRoutes(app: FastifyInstance, parts: StorageParts): void {
  app.post('/object/list/:bucket', (request) => listOneLevel(parts, request));
  app.post('/object/list-v2/:bucket', (request) => listOnePage(parts, request));
}
