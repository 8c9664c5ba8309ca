import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { withFeatures } from '#testing/backend.ts';
import { renderApp } from '#testing/render-app.tsx';
import english from '../../../public/locales/en/adminCredit.json';
import common from '../../../public/locales/en/common.json';

const { features, sql } = withFeatures(['bookings', 'payments']);
const email = 'malee@bkksiam.example';

it('an admin gives and takes credit with a reason, through the books', async () => {
  const { user } = await renderApp({ path: `/admin/users?q=${email}`, as: 'admin', features });
  async function change(amount: string, button: string) {
    const actions = common.users.actionsFor.replace('{{email}}', email);
    await user.click(await screen.findByRole('button', { name: actions }));
    await user.click(await screen.findByRole('menuitem', { name: english.action }));
    const dialog = within(await screen.findByRole('dialog', { name: english.title }));
    await dialog.findByText(english.now);
    await user.type(dialog.getByRole('textbox', { name: english.amount }), amount);
    await user.click(dialog.getByRole('button', { name: button }));
    expect(await dialog.findByText(english.problem.credit.note)).toBeTruthy();
    await user.type(dialog.getByRole('textbox', { name: english.note }), 'Goodwill');
    await user.click(dialog.getByRole('button', { name: button }));
    return dialog;
  }
  await change('1,500.50', english.give.replace('{{amount}}', 'THB 1,500.50'));
  await screen.findByText(`${email} has THB 1,500.50 now.`);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const dialog = await change('-1,600', english.take.replace('{{amount}}', 'THB 1,600'));
  // More than there is.
  expect(await dialog.findByText(english.problem.credit.short)).toBeTruthy();
  const postings = await sql(
    `select credit_satang, note from public.bkk_credit_postings where kind = 'correction'`,
  );
  expect(postings).toEqual([{ credit_satang: '150050', note: 'Goodwill' }]);
});
