import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestBackend, type TestBackend } from '../testing/test-backend.ts';

let backend: TestBackend;

beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(() => backend.close());

describe('a client of a service that is not offered', () => {
  const errorBodies = {
    '/graphql/v1': { errors: [{ message: 'GraphQL is not offered by this server' }] },
  };

  it.each(Object.entries(errorBodies))('gets 404 with the reason at %s', async (path, body) => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const response = await fetch(backend.url + path, {
        method,
        headers: { 'content-type': 'image/png', origin: 'https://elsewhere.example' },
        ...(method === 'POST' && { body: Buffer.alloc(2_000_000) }),
      });
      expect([response.status, await response.json()]).toEqual([404, body]);
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
    }
    const asked = 'authorization,x-upsert,x-client-info';
    const preflight = await fetch(backend.url + path, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'PUT',
        'access-control-request-headers': asked,
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toBe(asked);
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PUT');
  });
});
