import { describe, expect, test } from 'vitest';
import { members, shareRestService } from '../testing/rest-service.ts';

const service = shareRestService();

const { nattaya, somchai, malee } = members;

describe('a member with the unmodified client', () => {
  test('makes or keeps the profile row, however often', async () => {
    const client = await service.client(malee);
    for (const expected of [200, 200]) {
      const { error, status } = await client
        .from('bkk_user_profiles')
        .upsert({ user_id: malee.id, email: malee.email }, { onConflict: 'user_id' });
      expect({ error, status }).toEqual({ error: null, status: expected });
    }
    await service.test.sql('delete from bkk_user_profiles where user_id = $1', [malee.id]);
    const { error, status } = await client
      .from('bkk_user_profiles')
      .upsert({ user_id: malee.id, email: malee.email }, { onConflict: 'user_id' });
    expect({ error, status }).toEqual({ error: null, status: 201 });
  });

  test('logs the sign-in and touches the last login', async () => {
    const client = await service.client(nattaya);
    const logged = await client
      .from('bkk_login_logs')
      .insert({ user_id: nattaya.id, email: nattaya.email, event: 'login', success: true });
    expect(logged).toMatchObject({ error: null, status: 201, data: null });
    const touched = await client.rpc('bkk_touch_last_login');
    expect(touched).toMatchObject({ error: null, status: 204, data: null });
    const rows = await service.test.sql(
      `select r.last_login_at > now() - interval '1 minute' as touched,
        (select count(*)::int from bkk_login_logs l where l.user_id = r.user_id) as logs
       from bkk_user_roles r where user_id = $1`,
      [nattaya.id],
    );
    expect(rows[0]).toMatchObject({ touched: true });
    expect(rows[0]?.logs).toBeGreaterThan(0);
  });

  test('reads the balance as one object', async () => {
    const client = await service.client(nattaya);
    const { data, error } = await client
      .from('bkk_credit_accounts')
      .select('balance')
      .eq('user_id', nattaya.id)
      .single();
    expect({ data, error }).toEqual({ data: { balance: 12450.0 }, error: null });
  });

  test('reads the five latest requests and the whole history', async () => {
    const client = await service.client(nattaya);
    const { data } = await client
      .from('bkk_quote_requests')
      .select(
        'quote_id, origin, destination, pax_adt, pax_chd, pax_inf, status, updated_at, created_at',
      )
      .eq('user_id', nattaya.id)
      .order('updated_at', { ascending: false })
      .limit(5)
      .overrideTypes<{ updated_at: string }[]>();
    expect(data).toHaveLength(5);
    expect(Object.keys(data?.[0] ?? {})).toEqual([
      'quote_id',
      'origin',
      'destination',
      'pax_adt',
      'pax_chd',
      'pax_inf',
      'status',
      'updated_at',
      'created_at',
    ]);
    const times = data?.map((row) => Date.parse(row.updated_at)) ?? [];
    expect(times).toEqual(times.toSorted((one, other) => other - one));
    const all = await client
      .from('bkk_quote_requests')
      .select('*')
      .eq('user_id', nattaya.id)
      .order('created_at', { ascending: false });
    expect(all.data?.length).toBeGreaterThan(5);
  });

  test('reads and changes the profile', async () => {
    const client = await service.client(somchai);
    const changed = await client
      .from('bkk_user_profiles')
      .update({
        full_name: 'สมชาย รัตนกุล',
        phone: '+66 81 555 0199',
        updated_at: new Date().toISOString(),
      })
      .eq('user_id', somchai.id);
    expect(changed).toMatchObject({ error: null, status: 204 });
    const { data } = await client
      .from('bkk_user_profiles')
      .select('full_name, phone')
      .eq('user_id', somchai.id)
      .single();
    expect(data).toEqual({ full_name: 'สมชาย รัตนกุล', phone: '+66 81 555 0199' });
  });

  test('learns that she is no admin', async () => {
    const client = await service.client(nattaya);
    expect(await client.rpc('bkk_is_admin')).toMatchObject({
      data: false,
      error: null,
      status: 200,
    });
  });

  test('reads all news, and who has no token only the public ones', async () => {
    const columns = 'id, title, excerpt, created_at, is_public';
    const member = await service.client(nattaya);
    const visitor = await service.client('visitor');
    const all = await member
      .from('bkk_airline_news')
      .select(columns)
      .order('created_at', { ascending: false });
    const open = await visitor
      .from('bkk_airline_news')
      .select(columns)
      .order('created_at', { ascending: false });
    expect(all.data?.some((item) => item.is_public === false)).toBe(true);
    expect(open.data?.length).toBeGreaterThan(0);
    expect(open.data?.every((item) => item.is_public === true)).toBe(true);
  });

  test('counts without fetching rows', async () => {
    const client = await service.client(nattaya);
    const { count, data, error } = await client
      .from('bkk_quote_requests')
      .select('*', { count: 'exact', head: true })
      .eq('status', 'PENDING');
    const [row] = await service.test.sql(
      `select count(*)::int from bkk_quote_requests where user_id = $1 and status = 'PENDING'`,
      [nattaya.id],
    );
    expect({ count, data, error }).toEqual({ count: row?.count, data: null, error: null });
    expect(count).toBeGreaterThan(0);
  });
});
