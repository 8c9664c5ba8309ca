import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { supabase } from '#platform/supabase.ts';
import { withBackend } from '#testing/backend.ts';
import { renderApp } from '#testing/render-app.tsx';
import { toastText } from '#testing/toasts.ts';

const backend = withBackend();

// Each test takes one more table away for good.
describe('a dashboard without its tables', () => {
  it('shows that the wallet is coming, and no credit', async () => {
    await backend().database.sql('drop table public.bkk_credit_accounts cascade');
    await renderApp({ path: '/dashboard', as: 'member' });
    expect(await screen.findByText('THB 0.00')).toBeTruthy();
    expect(await toastText()).toBe(
      'Wallet Coming Soon!The credit wallet feature is under construction.',
    );
    expect(await screen.findByRole('table')).toBeTruthy();
  });

  it('shows it in Thai', async () => {
    await renderApp({ path: '/dashboard', as: 'member', language: 'th' });
    expect(await screen.findByText('฿0.00')).toBeTruthy();
    expect(await toastText()).toBe('กระเป๋าเครดิตจะเปิดเร็ว ๆ นี้!ระบบกระเป๋าเครดิตอยู่ระหว่างการพัฒนา');
  });

  it('shows that bookings are coming, and none', async () => {
    await backend().database.sql(
      'create table public.bkk_credit_accounts (user_id uuid, balance numeric)',
    );
    await backend().database.sql(
      'grant select on public.bkk_credit_accounts to authenticated; drop table public.bkk_quote_requests cascade',
    );
    // The data API reads its schema a moment after the change; until then the wallet is missing, too.
    await waitFor(async () => {
      const { error } = await (await supabase()).from('bkk_credit_accounts').select();
      expect(error?.code).not.toBe('PGRST205');
    });
    await renderApp({ path: '/dashboard', as: 'member' });
    expect(await screen.findByText('No bookings yet')).toBeTruthy();
    expect(await toastText()).toBe(
      'Bookings Coming Soon!The manual request feature is under construction.',
    );
  });
});
