import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filmSchema } from '../testing/film-schema.ts';
import { startRestService, type RestService } from '../testing/rest-service.ts';

let service: RestService;
let withoutPlans: RestService;

beforeAll(async () => {
  service = await startRestService({ setup: filmSchema, explain: true });
  withoutPlans = await startRestService({ setup: filmSchema });
});
afterAll(async () => {
  await service.close();
  await withoutPlans.close();
});

describe('the execution plan', () => {
  test('is JSON or text, with the options asked for', async () => {
    const client = await service.client('service');
    const read = client.from('films').select('title, directors(name)').eq('id', 1);
    const json = await read.explain({ format: 'json', verbose: true });
    expect(JSON.stringify(json.data)).toMatch(/^\[\{"Plan":\{.*"Output":\[/);
    const text = await client.from('films').select().explain();
    expect(text.data).toMatch(/^Subquery Scan on _answer .*\n +-> +Aggregate  \(cost=/);
  });

  test('names what it is of', async () => {
    const accept =
      'application/vnd.pgrst.plan+text; for="application/vnd.pgrst.object+json"; options=analyze|nonsense';
    const response = await service.request('service', '/films', { headers: { accept } });
    expect(response.headers.get('content-type')).toBe(
      'application/vnd.pgrst.plan+text; for="application/vnd.pgrst.object+json"; options=analyze; charset=utf-8',
    );
    expect(await response.text()).toContain('Execution Time');
  });

  test('of a write changes nothing unless it is run', async () => {
    const client = await service.client('service');
    const plan = await client.from('specs').delete().eq('film_id', 1).select().explain();
    expect(plan.data).toMatch(/Delete on specs/);
    const { count } = await client.from('specs').select('*', { count: 'exact', head: true });
    expect(count).toBe(2);
  });

  test('is not available where it is off', async () => {
    const client = await withoutPlans.client('service');
    const { error, status } = await client.from('films').select().explain();
    expect([status, error]).toMatchObject([
      406,
      {
        code: 'PGRST107',
        message: 'None of these media types are available: application/vnd.pgrst.plan+text',
      },
    ]);
  });
});
