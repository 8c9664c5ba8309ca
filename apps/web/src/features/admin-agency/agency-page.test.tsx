import { screen, waitFor, within } from '@testing-library/react';
import i18next from 'i18next';
import { expect, it, onTestFinished } from 'vitest';
import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import { provideSettings, settings } from '#platform/env.ts';
import { withFeatures } from '#testing/backend.ts';
import { expectConsoleError } from '#testing/console-errors.ts';
import { callFunction } from '#testing/group-requests.ts';
import { renderApp } from '#testing/render-app.tsx';
import { pagesWith } from '../../routes.tsx';
import english from '../../../public/locales/en/adminAgency.json';

const { backend, features, sql } = withFeatures(['bookings', 'payments']);

const stored = async () => (await sql('select * from public.bkk_agency'))[0] ?? {};

async function open() {
  const { user } = await renderApp({ path: '/admin/agency', as: 'admin', features });
  const form = within(await screen.findByRole('form', { name: english.title }));
  const field = (name: string) => form.getByRole<HTMLInputElement>('textbox', { name });
  const save = () => user.click(form.getByRole('button', { name: english.save }));
  return { user, form, field, save };
}

it('the details are saved once their check digits are right, and what members see follows them', async () => {
  const { user, form, field, save } = await open();
  const preview = within(screen.getByRole('region', { name: english.preview.title }));
  expect(preview.getByText(english.preview.cannotPay)).toBeTruthy();
  await user.type(field(english.field.tax_id), '0-1055-61000-00-2');
  await user.type(field(english.field.promptpay), '081-234-5678');
  await user.selectOptions(form.getByRole('combobox', { name: english.field.bank_code }), '004');
  await user.type(field(english.field.account_name), 'BKK Siam Travel');
  await user.type(field(english.field.account_number), '012-3-45678-9');
  await save();
  const wrong = field(english.field.tax_id);
  expect(await form.findByText(english.problem.agency.tax_id)).toBeTruthy();
  expect(document.activeElement).toBe(wrong);
  await user.clear(wrong);
  await user.type(wrong, '0105561000003');
  expect(preview.getByText('Kasikornbank')).toBeTruthy();
  expect(preview.queryByText(english.preview.cannotPay)).toBeNull();
  await save();
  await screen.findByText(english.saved);
  expect(await stored()).toMatchObject({
    tax_id: '0105561000003',
    bank_code: '004',
    bank_account_number: '0123456789',
    promptpay_kind: 'phone',
    promptpay_id: '0812345678',
    version: 2,
  });
  const test = within(await screen.findByRole('region', { name: english.test.title }));
  expect(test.getByRole('img', { name: /THB 1 to BKK Siam Travel, 081-234-5678$/ })).toBeTruthy();
  expect(test.getByText(/^Mobile number 081-234-5678$/)).toBeTruthy();
});

it('what another admin has saved meanwhile is named, and what was typed stays', async () => {
  onlyInWholeSuite();
  const { user, form, field, save } = await open();
  const { version } = await stored();
  await callFunction(backend(), 'admin', 'bkk_admin_save_agency', {
    p_version: version,
    p_details: { name_en: 'Other Travel' },
  });
  const phone = field(english.field.phone);
  await user.clear(phone);
  await user.type(phone, '02-111-1111');
  await save();
  await expectConsoleError('agency_changed');
  const changed = within(
    (await form.findByText(english.changed.title)).closest<HTMLElement>('[role=alert]') ??
      document.body,
  );
  expect(changed.getByText(/name in English/)).toBeTruthy();
  expect(phone.value).toBe('02-111-1111');
  await user.click(changed.getByRole('button', { name: english.changed.mine }));
  await save();
  await waitFor(async () =>
    expect(await stored()).toMatchObject({
      phone: '02-111-1111',
      name_en: 'BKK Siam Travel Co., Ltd.',
    }),
  );
});

it('what is saved is what the site says at once, in both languages', async () => {
  const { user, form, field, save } = await open();
  const hours = field(english.field.hours_en);
  await user.clear(hours);
  await user.type(hours, 'Call us any time.');
  await user.click(form.getByRole('checkbox', { name: 'Chinese' }));
  await user.clear(field(english.field.phone));
  await save();
  expect(await form.findByText(english.problem.agency.missing)).toBeTruthy();
  await user.type(field(english.field.phone), '02-222-2222');
  await save();
  await screen.findByText(english.saved);
  expect(await stored()).toMatchObject({ phone: '02-222-2222', languages: ['th', 'en', 'zh'] });
  await waitFor(() =>
    expect(i18next.t('pages.contact.hours')).toBe(
      'Call us any time. Languages: Thai, English, Chinese.',
    ),
  );
  expect(settings().agency?.texts.th.footer.phone).toBe('02-222-2222');
  expect(settings().agency?.texts.en.footer.phone).toBe('+66 2 222 2222');
});

it('without payments it has no account, and no page without a feature', async () => {
  await sql(`select bkk_internal.set_features('{support}')`);
  provideSettings({ ...settings(), features: ['support'] });
  onTestFinished(async () => {
    await sql('select bkk_internal.set_features($1)', [`{${features.join()}}`]);
    provideSettings({ ...settings(), features });
  });
  await renderApp({ path: '/admin/agency', as: 'admin', features: ['support'] });
  const form = within(await screen.findByRole('form', { name: english.title }));
  expect(form.getByRole('textbox', { name: english.field.licence })).toBeTruthy();
  expect(form.queryByRole('group', { name: english.group.bank })).toBeNull();
  expect(form.queryByRole('group', { name: english.group.promptpay })).toBeNull();
  expect(screen.queryByText(english.preview.bank)).toBeNull();
  expect(pagesWith([]).map(({ pattern }) => pattern)).not.toContain('/admin/agency');
});
