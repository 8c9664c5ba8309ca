import { describe, expect, test } from 'vitest';
import { members, shareRestService } from '../testing/rest-service.ts';

const service = shareRestService();

const { nattaya, malee } = members;

describe('asking for exactly one row', () => {
  test('one row comes as an object, in its own media type', async () => {
    const response = await service.request(nattaya, '/bkk_credit_accounts?select=balance', {
      headers: { accept: 'application/vnd.pgrst.object+json' },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(
      'application/vnd.pgrst.object+json; charset=utf-8',
    );
    expect(await response.json()).toEqual({ balance: 12450 });
  });

  test('no row is a 406 with PGRST116', async () => {
    const client = await service.client(malee);
    const { data, error, status } = await client
      .from('bkk_credit_accounts')
      .select('balance')
      .eq('user_id', malee.id)
      .single();
    expect(data).toBeNull();
    expect(status).toBe(406);
    expect(error).toMatchObject({
      code: 'PGRST116',
      message: 'Cannot coerce the result to a single JSON object',
      details: 'The result contains 0 rows',
      hint: null,
    });
  });

  test('two rows are a 406 with their number', async () => {
    const client = await service.client(nattaya);
    const { error, status } = await client.from('bkk_quote_requests').select().limit(2).single();
    expect(status).toBe(406);
    expect(error).toMatchObject({ code: 'PGRST116', details: 'The result contains 2 rows' });
  });

  test('maybeSingle makes null of no row', async () => {
    const client = await service.client(malee);
    const answer = await client.from('bkk_credit_accounts').select().maybeSingle();
    expect(answer).toMatchObject({ data: null, error: null });
  });

  test('a HEAD request is held to it too', async () => {
    const headers = { accept: 'application/vnd.pgrst.object+json' };
    const none = await service.request(malee, '/bkk_credit_accounts', { method: 'HEAD', headers });
    const one = await service.request(nattaya, '/bkk_credit_accounts', { method: 'HEAD', headers });
    expect([none.status, one.status]).toEqual([406, 200]);
  });

  test('a write that touches two rows is undone', async () => {
    const client = await service.client('service');
    const titles = () => service.test.sql('select id, title from bkk_airline_news order by id');
    const before = await titles();
    const changed = await client
      .from('bkk_airline_news')
      .update({ title: 'changed' })
      .eq('is_public', true)
      .select()
      .single();
    expect(changed.status).toBe(406);
    expect(changed.error?.code).toBe('PGRST116');
    const deleted = await client
      .from('bkk_airline_news')
      .delete()
      .eq('is_public', false)
      .select()
      .single();
    expect(deleted.status).toBe(406);
    const inserted = await client
      .from('bkk_airline_news')
      .insert([{ title: 'one' }, { title: 'two' }])
      .select()
      .single();
    expect(inserted.status).toBe(406);
    expect(await titles()).toEqual(before);
  });

  test('a write that touches one row stands and comes back as an object', async () => {
    const client = await service.client('service');
    const { data, status, error } = await client
      .from('bkk_airline_news')
      .insert({ title: 'ข่าวใหม่' })
      .select('title, excerpt')
      .single();
    expect({ data, status, error }).toEqual({
      data: { title: 'ข่าวใหม่', excerpt: '' },
      status: 201,
      error: null,
    });
    const rows = await service.test.sql(`select from bkk_airline_news where title = 'ข่าวใหม่'`);
    expect(rows).toHaveLength(1);
  });
});
