import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from './passwords.ts';
import { startAuthService, type AuthService } from '../testing/auth-service.ts';

let service: AuthService;

beforeAll(async () => {
  service = await startAuthService();
  await service.addMember('mali@example.com', await hashPassword('river-dusk'));
  const { auth } = service.client();
  await auth.signInWithPassword({ email: 'mali@example.com', password: 'river-dusk' });
  await auth.refreshSession();
  await auth.signOut();
});
afterAll(async () => {
  await service.close();
});

const read = (query: string, bearer = service.serviceKey) =>
  service.request('GET', `/admin/audit${query}`, { bearer });

describe('the audit log', () => {
  it('shows the service what was done, newest first, page by page', async () => {
    const first = await read('?page=1&per_page=2');
    expect(first.headers.get('x-total-count')).toBe('3');
    const address = `${service.siteUrl}/auth/v1/admin/audit`;
    const link = (page: number, rel: string) =>
      `<${address}?page=${String(page)}&per_page=2>; rel="${rel}"`;
    expect(first.headers.get('link')).toBe([link(2, 'next'), link(2, 'last')].join(', '));
    const entries = (await first.json()) as Record<string, unknown>[];
    expect(entries).toMatchObject([
      { payload: { action: 'logout', log_type: 'account' } },
      { payload: { action: 'token_refreshed', log_type: 'token' } },
    ]);
    expect(Object.keys(entries[0] ?? {}).sort()).toEqual([
      'created_at',
      'id',
      'ip_address',
      'payload',
    ]);
    expect(entries[0]?.ip_address).toBe('127.0.0.1');
    expect(entries[0]?.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
    expect(await (await read('?page=2&per_page=2')).json()).toMatchObject([
      { payload: { action: 'login', actor_username: 'mali@example.com' } },
    ]);
    expect(await (await read('?page=9')).json()).toEqual([]);
  });

  it('needs the service key, and rejects odd pages, in both error formats', async () => {
    const message = 'User not allowed';
    const older = await read('', service.anon);
    expect(older.status).toBe(403);
    expect(await older.json()).toEqual({ code: 403, error_code: 'not_admin', msg: message });
    const newer = await service.request('GET', '/admin/audit', {
      bearer: service.anon,
      headers: { 'x-supabase-api-version': '2024-01-01' },
    });
    expect(await newer.json()).toEqual({ code: 'not_admin', message });
    expect((await service.request('GET', '/admin/audit')).status).toBe(401);
    const odd = await read('?page=two');
    expect(odd.status).toBe(400);
    expect(await odd.json()).toMatchObject({ error_code: 'validation_failed' });
  });
});
