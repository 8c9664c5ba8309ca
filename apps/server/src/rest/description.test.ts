import { expect, test } from 'vitest';
import { members, shareRestService, type Caller } from '../testing/rest-service.ts';

interface Description {
  readonly swagger: string;
  readonly basePath: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly definitions: Readonly<Record<string, unknown>>;
  readonly parameters: Readonly<Record<string, unknown>>;
}

const setup = `
  create table public.gates (id int primary key, label text not null, codes int[], info jsonb);
  comment on table public.gates is 'Where passengers board';
  comment on column public.gates.label is 'As on the signs';
  grant select on public.gates to anon;
  grant select, insert, update, delete on public.gates to service_role;
  create function public.gate_of(flight text, day date default current_date) returns text
    language sql stable as $$select 'C7'$$;
  revoke execute on function public.gate_of(text, date) from public;
  grant execute on function public.gate_of(text, date) to service_role;
  create function public.close_gate(id int) returns void language sql volatile as 'select';
  grant execute on function public.close_gate(int) to service_role;`;

const service = shareRestService({ setup });

async function described(caller: Caller): Promise<Description> {
  const response = await service.request(caller, '/');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/openapi+json; charset=utf-8');
  return (await response.json()) as Description;
}

test('describes tables, columns and functions as OpenAPI', async () => {
  const { swagger, basePath, paths, definitions, parameters } = await described('service');
  expect([swagger, basePath]).toEqual(['2.0', '/rest/v1']);
  expect(Object.keys(paths['/gates'] ?? {})).toEqual(['get', 'post', 'patch', 'delete']);
  expect(definitions.gates).toEqual({
    type: 'object',
    description: 'Where passengers board',
    required: ['id', 'label'],
    properties: {
      id: { format: 'integer', type: 'integer', description: 'This is a Primary Key.<pk/>' },
      label: { format: 'text', type: 'string', description: 'As on the signs' },
      codes: {
        format: 'integer[]',
        type: 'array',
        items: { format: 'integer', type: 'integer' },
      },
      info: { format: 'jsonb' },
    },
  });
  expect(Object.keys(paths['/rpc/gate_of'] ?? {})).toEqual(['get', 'post']);
  expect(Object.keys(paths['/rpc/close_gate'] ?? {})).toEqual(['post']);
  const text = JSON.stringify(paths);
  for (const [, name = ''] of text.matchAll(/#\/parameters\/([^"]+)/g))
    expect(parameters).toHaveProperty([name]);
});

test('omits what the caller may not use', async () => {
  const visitor = await described('visitor');
  expect(Object.keys(visitor.paths['/gates'] ?? {})).toEqual(['get']);
  expect(visitor.paths).not.toHaveProperty(['/rpc/gate_of']);
  expect(visitor.paths).toHaveProperty(['/bkk_airline_news']);
  for (const hidden of ['bkk_login_logs', 'bkk_credit_accounts', 'bkk_quote_requests'])
    expect(JSON.stringify(visitor)).not.toContain(hidden);
  const member = await described(members.nattaya);
  expect(Object.keys(member.paths['/bkk_quote_requests'] ?? {})).toContain('get');
  expect(member.paths).not.toHaveProperty(['/gates']);
});

test('comes without a body to a HEAD, and in no other form', async () => {
  const head = await service.request('visitor', '/', { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
  const csv = await service.request('visitor', '/', { headers: { accept: 'text/csv' } });
  expect([csv.status, await csv.json()]).toMatchObject([406, { code: 'PGRST107' }]);
});
