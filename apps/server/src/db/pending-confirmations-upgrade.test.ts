import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { startAuthService } from '../testing/auth-service.ts';

const file = new URL('./platform/0007_pending_confirmations.sql', import.meta.url);
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

it('the upgrade keeps outstanding links and takes unproved passwords off the accounts', async () => {
  const service = await startAuthService();
  const { sql } = service.test;
  try {
    // In the order of the service's purge, which may be under way.
    await sql(
      'lock table auth.users in access exclusive mode; drop table bkksiam_private.pending_confirmations',
    );
    // Rows of the previous version: the second account has two sign-ups, and the link of the second one.
    for (const [name, age] of [
      ['once', '0'],
      ['twice', '10 minutes'],
    ] as const) {
      await sql(
        `insert into auth.users (id, aud, role, email, encrypted_password, raw_user_meta_data, created_at, updated_at,
            confirmation_token, confirmation_sent_at, recovery_token, email_change_token_new, email_change)
          select gen_random_uuid(), 'authenticated', 'authenticated', $1::text || '@example.com', 'hash of ' || $1,
            jsonb_build_object('full_name', $1::text), now() - $2::interval, now(), $3, now(), '', '', ''`,
        [name, age, hashOf(name)],
      );
    }
    await sql(
      `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
       select gen_random_uuid(), id, 'confirmation_token', confirmation_token, email, now() at time zone 'utc', now()
       from auth.users`,
    );
    await sql(await readFile(file, 'utf8'));
    expect(
      await sql(
        `select distinct encrypted_password, raw_user_meta_data ? 'full_name' as named from auth.users`,
      ),
    ).toEqual([{ encrypted_password: '', named: false }]);
    for (const token of ['once', 'twice']) {
      const { values } = await service.follow(
        `${service.siteUrl}/auth/v1/verify?token=${token}&type=signup`,
      );
      expect(values.get('access_token')).not.toBeNull();
    }
    expect(
      await sql(
        `select encrypted_password as password, raw_user_meta_data ->> 'full_name' as name
         from auth.users order by email`,
      ),
    ).toEqual([
      { password: 'hash of once', name: 'once' },
      { password: '', name: null },
    ]);
  } finally {
    await service.close();
  }
});
