import type { FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { z } from 'zod';
import { storageErrors } from './errors.ts';

const maxBytes = 1024 * 1024;

async function readText(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw storageErrors.invalidRequest('Request body is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseJson(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    throw storageErrors.invalidRequest('body is not valid JSON');
  }
}

/** The first problem in the words of the original. */
function problemOf({ issues }: z.ZodError): string {
  const [issue] = issues;
  if (issue === undefined) return 'body is not valid';
  const path = issue.path.map(String);
  const isMissing = issue.code === 'invalid_type' && issue.message.endsWith('received undefined');
  if (isMissing) {
    const parents = path.slice(0, -1).map((name) => `/${name}`);
    return `body${parents.join('')} must have required property '${path.at(-1) ?? ''}'`;
  }
  return `body${path.map((name) => `/${name}`).join('')} ${issue.message}`;
}

/** @throws {StorageError} InvalidRequest with the first problem */
export function parseAs<T>(schema: z.ZodType<T>, value: unknown): T {
  const { data, error } = schema.safeParse(value);
  if (error) throw storageErrors.invalidRequest(problemOf(error));
  return data;
}

/** Reads a small JSON body; no body is an empty object. @throws {StorageError} InvalidRequest */
export async function readJson<T>(request: FastifyRequest, schema: z.ZodType<T>): Promise<T> {
  const text = request.body instanceof Readable ? await readText(request.body) : '';
  return parseAs(schema, parseJson(text));
}
