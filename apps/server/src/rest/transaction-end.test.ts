import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRestService, type RestService } from '../testing/rest-service.ts';

const setup = `
  create table public.drafts (id int primary key);
  grant select, insert, delete on public.drafts to service_role;`;

let free: RestService;
let usual: RestService;

beforeAll(async () => {
  free = await startRestService({ setup, allowTx: true });
  usual = await startRestService({ setup });
});
afterAll(() => Promise.all([free.close(), usual.close()]));

const insert = (service: RestService, id: number, prefer: string) =>
  service.request('service', '/drafts', {
    method: 'POST',
    body: JSON.stringify({ id }),
    headers: { prefer: `return=representation, ${prefer}` },
  });

const ids = (service: RestService) => service.test.sql('select id from public.drafts order by id');

test('where callers may choose, a write is answered and undone', async () => {
  const undone = await insert(free, 1, 'tx=rollback');
  expect([undone.status, await undone.json()]).toEqual([201, [{ id: 1 }]]);
  expect(undone.headers.get('preference-applied')).toBe('return=representation, tx=rollback');
  expect(await ids(free)).toEqual([]);
  const kept = await insert(free, 2, 'tx=commit');
  expect(kept.headers.get('preference-applied')).toBe('return=representation, tx=commit');
  expect(await ids(free)).toEqual([{ id: 2 }]);
});

test('elsewhere the preference is ignored, also with handling=strict', async () => {
  const kept = await insert(usual, 1, 'tx=rollback, handling=strict');
  expect(kept.status).toBe(201);
  expect(kept.headers.get('preference-applied')).toBe('return=representation, handling=strict');
  expect(await ids(usual)).toEqual([{ id: 1 }]);
});
