import { describe, expect, test } from 'vitest';
import { members, shareRestService, type Member } from '../testing/rest-service.ts';

const service = shareRestService();

const { nattaya, somchai } = members;

interface Owned {
  readonly user_id: string;
}

async function ownersSeenBy(member: Member, table: string): Promise<readonly string[]> {
  const client = await service.client(member);
  const { data, error } = await client.from(table).select('user_id').overrideTypes<Owned[]>();
  expect(error).toBeNull();
  return [...new Set(data?.map((row) => row.user_id))];
}

describe('what one caller may see of another', () => {
  test.each(['bkk_quote_requests', 'bkk_credit_accounts', 'bkk_user_profiles'])(
    'a member who drops every filter reads only own rows of %s',
    async (table) => {
      expect(await ownersSeenBy(nattaya, table)).toEqual([nattaya.id]);
      expect(await ownersSeenBy(somchai, table)).toEqual([somchai.id]);
    },
  );

  test('asking for the rows of another finds none', async () => {
    const client = await service.client(somchai);
    const { data } = await client.from('bkk_quote_requests').select().eq('user_id', nattaya.id);
    expect(data).toEqual([]);
  });

  test('a visitor may read no private table at all', async () => {
    const tables = await service.test.sql<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') 
         and relname not in (
           'bkk_airline_news', 'bkk_features', 'bkk_airports', 'bkk_airlines', 'bkk_delivery_rates', 'bkk_delivery_settings', 'bkk_help_answers')`,
    );
    expect(tables.length).toBeGreaterThan(7);
    for (const { name } of tables) {
      const response = await service.request('visitor', `/${name}`);
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      expect(await response.json()).toMatchObject({ code: '42501' });
    }
  });

  test('a row in the name of another is refused: 403 to a member, 401 to a visitor', async () => {
    const foreign = { user_id: nattaya.id, email: nattaya.email, event: 'login', success: true };
    const [before] = await service.test.sql('select count(*)::int from bkk_login_logs');
    const client = await service.client(somchai);
    const forbidden = { status: 403, error: { code: '42501' } };
    expect(await client.from('bkk_login_logs').insert(foreign)).toMatchObject(forbidden);
    // With an e-mail that the token allows.
    const { user_id } = foreign;
    const profile = { user_id, email: somchai.email };
    expect(await client.from('bkk_user_profiles').insert(profile)).toMatchObject(forbidden);
    expect(
      await client.from('bkk_login_logs').insert({ ...foreign, email: somchai.email }),
    ).toMatchObject(forbidden);
    const visitor = await service.client('visitor');
    expect(await visitor.from('bkk_login_logs').insert(foreign)).toMatchObject({
      status: 401,
      error: { code: '42501' },
    });
    expect(await service.test.sql('select count(*)::int from bkk_login_logs')).toEqual([before]);
  });

  test('400 interleaved requests of two members never cross, also when every third fails', async () => {
    const broken = '/bkk_quote_requests?select=user_id&pax_adt=eq.many';
    const one = async (index: number) => {
      const member = index % 2 === 0 ? nattaya : somchai;
      const fails = index % 3 === 0;
      const path = fails ? broken : '/bkk_quote_requests?select=user_id';
      const response = await service.request(member, path);
      const body: unknown = await response.json();
      if (fails) {
        expect(response.status).toBe(400);
        expect(body).toMatchObject({ code: '22P02' });
        return 0;
      }
      const owners = new Set((body as Owned[]).map((row) => row.user_id));
      expect([...owners]).toEqual([member.id]);
      return 1;
    };
    const answers = await Promise.all(Array.from({ length: 400 }, (_, index) => one(index)));
    expect(answers.filter((answer) => answer === 1)).toHaveLength(266);
  });

  test('an answer of the service role is not cut by any policy', async () => {
    const client = await service.client('service');
    const { data } = await client.from('bkk_credit_accounts').select('user_id').order('user_id');
    expect(data).toEqual([{ user_id: nattaya.id }, { user_id: somchai.id }]);
  });
});
