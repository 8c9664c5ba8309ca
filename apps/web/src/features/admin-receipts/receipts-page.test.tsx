import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { receiptNumberText } from '@bkksiam/domain/receipt';
import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import { withFeatures } from '#testing/backend.ts';
import { acceptedBooking, recordPayment } from '#testing/bookings.ts';
import { catchFiles } from '#testing/downloads.ts';
import { renderApp } from '#testing/render-app.tsx';
import english from '../../../public/locales/en/adminReceipts.json';
import common from '../../../public/locales/en/common.json';
import texts from '../../../public/locales/en/receipts.json';

const { backend, features, sql } = withFeatures(['requests', 'bookings', 'payments']);

const filled = (text: string, number: string) => text.replace('{{number}}', number);

/** The last receipt of a series. */
async function lastReceipt(series: string) {
  const [row] = await sql(
    'select * from public.bkk_receipts where series = $1 order by number desc limit 1',
    [series],
  );
  const { receipt_id: id, year, number } = row ?? {};
  return {
    row,
    id: String(id),
    number: receiptNumberText({ series, year: Number(year), number: Number(number) }),
  };
}

async function openList(search = '') {
  const { user, router } = await renderApp({
    path: `/admin/receipts${search}`,
    as: 'admin',
    language: 'en',
    features,
  });
  return { user, router };
}

async function openPane(id: string) {
  const { user } = await openList(`?receipt=${id}`);
  return { user, pane: within(await screen.findByRole('region', { name: english.one })) };
}

beforeAll(async () => {
  await sql(`update public.bkk_agency set vat_from = '2026-01-01', tax_id = '0105561234560'`);
  await recordPayment(backend(), await acceptedBooking(backend()), 2_000_000);
  await sql(`select bkk_internal.add_posting(gen_random_uuid()::text, 'top_up', id, null, now(), '{"bank": -50000, "credit": 50000}')
    from auth.users where email = 'malee@bkksiam.example'`);
});

describe('the receipts of all members', () => {
  it('are found by number as it is typed, by the beginning of a name, by kind and by period', async () => {
    onlyInWholeSuite();
    const [invoice, receipt] = [await lastReceipt('IV'), await lastReceipt('RT')];
    const { user, router } = await openList();
    const numbers = () =>
      screen.queryAllByRole('link', { name: /^(?:RT|IV)20/ }).map((link) => link.textContent);
    await waitFor(() => expect(numbers()).toEqual([receipt.number, invoice.number]));

    const search = screen.getByRole('searchbox');
    const searchFor = async (text: string) => {
      await user.clear(search);
      await user.paste(text);
      await user.keyboard('{Enter}');
    };
    await searchFor(invoice.number.toLowerCase().replace('-0', ' 0'));
    await waitFor(() => expect(numbers()).toEqual([invoice.number]));
    await searchFor('ma');
    await waitFor(() => expect(numbers()).toEqual([receipt.number]));
    await searchFor('la');
    await user.click(await screen.findByRole('button', { name: common.list.showAll }));
    await waitFor(() => expect(numbers()).toHaveLength(2));

    await user.click(screen.getByRole('button', { name: /^Tax invoices/ }));
    await waitFor(() => expect(numbers()).toEqual([invoice.number]));
    await user.selectOptions(screen.getByLabelText(english.period.label), english.period.month);
    expect(router.state.location.search).toBe('?show=IV&period=month');
    await waitFor(() => expect(numbers()).toEqual([invoice.number]));
    await user.selectOptions(
      screen.getByLabelText(english.period.label),
      english.period.last_month,
    );
    expect(await screen.findByText(common.list.noneFiltered)).toBeTruthy();
  });

  it('are issued again for another buyer, and both name each other', async () => {
    const former = await lastReceipt('IV');
    const files = catchFiles();
    const { user, pane } = await openPane(former.id);
    await user.click(await pane.findByRole('button', { name: english.save }));
    await waitFor(() => expect(files).toMatchObject([{ name: `${former.number}.pdf` }]));
    await user.click(pane.getByRole('button', { name: english.reissue.action }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByLabelText(texts.buyer.name)).toHaveProperty('value', 'Nattaya Wongthai');
    await user.click(dialog.getByRole('button', { name: english.reissue.confirm }));
    expect(await dialog.findByText(texts.problem.buyer.address)).toBeTruthy();
    await user.click(dialog.getByLabelText(texts.buyer.address));
    await user.paste('88/8 Soi 4');
    await user.click(dialog.getByRole('button', { name: english.reissue.confirm }));

    const toFormer = await pane.findByRole('button', { name: former.number });
    const issued = await lastReceipt('IV');
    expect(pane.getByRole('heading', { name: issued.number })).toBeTruthy();
    expect(pane.getByText(english.related.replaces)).toBeTruthy();
    await user.click(toFormer);
    expect(await pane.findByText(filled(english.status.REPLACED, issued.number))).toBeTruthy();
    expect(pane.getByRole('button', { name: issued.number })).toBeTruthy();
    expect(pane.queryByRole('button', { name: english.void.action })).toBeNull();
  });

  it('are voided with a reason', async () => {
    const receipt = await lastReceipt('RT');
    const { user, pane } = await openPane(receipt.id);
    await user.click(await pane.findByRole('button', { name: english.void.action }));
    const title = filled(english.void.title, receipt.number);
    const dialog = within(await screen.findByRole('dialog', { name: title }));
    const confirm = dialog.getByRole('button', { name: english.void.confirm });
    await user.click(confirm);
    expect(await dialog.findByText(english.problem.receipt.reason)).toBeTruthy();
    await user.click(dialog.getByLabelText(english.void.reason));
    await user.paste('Issued twice');
    await user.click(confirm);
    expect(await pane.findByText(english.status.VOID)).toBeTruthy();
    expect(pane.getByText('Issued twice')).toBeTruthy();
    expect(pane.queryByRole('button', { name: english.reissue.action })).toBeNull();
    expect((await lastReceipt('RT')).row).toMatchObject({
      void_kind: 'admin',
      void_reason: 'Issued twice',
    });
  });
});
