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
    expect(Object.keys(shown as object).sort()).toEqual([
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
