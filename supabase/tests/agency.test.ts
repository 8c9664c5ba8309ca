import { beforeEach, describe, expect, test } from 'vitest';
import type { Identity } from '@bkksiam/domain/identity';
import { members } from '../../apps/server/src/testing/rest-service.ts';
import { shareDatabase } from '../../apps/server/src/testing/shared-database.ts';
import { identityOf, startAdminDatabase } from './member-database.ts';

const { nattaya, somchai } = members;

/** Somchai is the admin. */
const db = shareDatabase(startAdminDatabase);
const visitor: Identity = { role: 'anon', claims: {} };

const ask = async (who: Identity, text: string, values: readonly string[] = []) => {
  try {
    const [result] = await db.test.database.asIdentity(who, [{ text, values: [...values] }]);
    return result?.rows[0]?.result ?? 'no row';
  } catch (error) {
    return `${(error as { code?: string }).code ?? ''} ${(error as Error).message}`;
  }
};
const admin = identityOf(somchai);
const save = (details: object, version = 1) =>
  ask(admin, 'select bkk_admin_save_agency($1, $2) as result', [
    String(version),
    JSON.stringify(details),
  ]);
const profile = (who: Identity) => ask(who, 'select bkk_agency_profile() as result');

beforeEach(() => db.test.sql(`select bkk_internal.set_features('{support}')`));

describe('the details of the agency', () => {
  test('are for everybody with any feature, without the account that members pay to', async () => {
    await save({ bank_code: '004', bank_account_name: 'Siam', bank_account_number: '0123456789' });
    const shown = await profile(visitor);
    expect(Object.keys(shown).sort()).toEqual([
      ...['address_en', 'address_th', 'email', 'hours_en', 'hours_th', 'languages', 'licence'],
      ...['logo', 'name_en', 'name_th', 'phone', 'tax_id'],
    ]);
    expect(shown).toMatchObject({ name_en: 'BKK Siam Travel Co., Ltd.', licence: '11/00000' });
    expect(await profile(identityOf(nattaya))).toEqual(shown);
    // Their table is for those who pay, and for admins.
    const rows = 'select name_en as result from bkk_agency';
    expect(await ask(identityOf(nattaya), rows)).toBe('no row');
    expect(await ask(admin, rows)).toBe('BKK Siam Travel Co., Ltd.');
    await db.test.sql(`select bkk_internal.set_features('{}')`);
    expect(await profile(visitor)).toMatch(/^PT404/);
    expect(await ask(admin, rows)).toBe('no row');
    expect(await db.test.sql('select bkk_agency_mail_data() as mail')).toEqual([{ mail: null }]);
  });

  test.each([
    [{ phone: null }, /^PT400 The details of the agency are not valid/],
    [{ email: null }, /^PT400/],
    [{ languages: ['th', 'english'] }, /^PT400/],
    [{ languages: ['th', null] }, /^PT400/],
    [{ languages: Array.from({ length: 13 }, () => 'th') }, /^PT400/],
    [{ logo: 'javascript:alert(1)' }, /^PT400/],
    [{ logo: '//evil.example/a.png' }, /^PT400/],
    [{ hours_th: '' }, /^PT400/],
  ])('are refused with %j', async (details, refused) => {
    expect(await save(details)).toMatch(refused);
  });

  test('keep hours, languages and logo', async () => {
    const details = {
      hours_en: 'Mondays only.',
      hours_th: null,
      languages: ['th', 'zh'],
      logo: '/storage/v1/object/public/agency/a.webp',
    };
    expect(await save(details)).toMatchObject({ ...details, version: 2 });
    expect(await profile(visitor)).toMatchObject(details);
  });
});

describe('the first set-up', () => {
  const setup = async (who = admin) =>
    (await ask(who, 'select bkk_admin_setup() as result')) as {
      readonly is_dismissed: boolean;
      readonly backup_at: string | null;
      readonly restore_at: string | null;
      readonly items: Readonly<Record<string, boolean>>;
    };
  const nothingDone = {
    ...{ company: false, mail: false, second_admin: false, authenticator: false, backup: false },
  };

  test('has what the features that are on need, and is for admins alone', async () => {
    expect((await setup()).items).toEqual(nothingDone);
    await db.test.sql(`select bkk_internal.set_features('{bookings,payments,flights,shop}')`);
    expect((await setup()).items).toEqual({
      ...nothingDone,
      // The demo has products.
      ...{ promptpay: false, flight: false, product: true },
    });
    expect(await setup(identityOf(nattaya))).toMatch(/^42501/);
    await db.test.sql(`select bkk_internal.set_features('{}')`);
    expect(await setup()).toMatch(/^PT404/);
  });

  test('knows what is done', async () => {
    await db.test.sql(`select bkk_internal.set_features('{bookings,payments,shop}')`);
    await save({
      ...{ email: 'desk@sabai.co.th', licence: '11/12345' },
      ...{ promptpay_kind: 'phone', promptpay_id: '0812345678' },
    });
    await db.test.sql(`update bkk_user_roles set role = 'admin' where user_id = $1`, [nattaya.id]);
    await db.test.sql(`delete from bkk_products`);
    await db.test.sql(`select bkk_internal.record_backup('backup', now())`);
    const half = await setup();
    expect(half.items).toMatchObject({ backup: false, product: false });
    await db.test.sql(
      `select bkk_internal.record_backup('restore', now() - interval '1 year'),
        bkk_internal.record_backup('backup', now() - interval '9 days')`,
    );
    expect(await setup()).toMatchObject({
      items: { company: true, promptpay: true, second_admin: true, backup: true },
      backup_at: half.backup_at,
    });
    await db.test.sql(`update bkk_setup set backup_at = now() - interval '9 days'`);
    const late = await setup({ ...admin, claims: { ...admin.claims, aal: 'aal2' } });
    expect(late.items).toMatchObject({ authenticator: true, backup: false });
  });

  test('is hidden for all admins, and shown again', async () => {
    const dismiss = (is: string) =>
      ask(admin, 'select bkk_admin_dismiss_setup($1) as result', [is]);
    await dismiss('true');
    expect((await setup()).is_dismissed).toBe(true);
    await dismiss('false');
    expect((await setup()).is_dismissed).toBe(false);
  });

  test('knows that mails arrive by the link of the last test mail, of one a minute', async () => {
    const send = () => ask(admin, 'select bkk_admin_send_test_mail() as result');
    const tokenOfLast = async () => {
      const [row] = await db.test.sql<{ token: string; user_id: string }>(
        `select ids ->> 'token' as token, user_id from bkk_outbox where event = 'setup.test_mail'
         order by number desc limit 1`,
      );
      expect(row?.user_id).toBe(somchai.id);
      return row?.token ?? '';
    };
    const open = (token: string) =>
      ask(admin, 'select bkk_admin_open_test_mail($1) as result', [token]);
    await send();
    const first = await tokenOfLast();
    expect(await send()).toMatch(/^PT429/);
    await db.test.sql(`update bkk_setup set test_mail_asked_at = now() - interval '61 seconds'`);
    await send();
    expect(await open(first)).toBe(false);
    expect((await setup()).items.mail).toBe(false);
    expect(await open(await tokenOfLast())).toBe(true);
    expect((await setup()).items.mail).toBe(true);
  });
});
