import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import { credentialsOf, withBackend } from '#testing/backend.ts';
import { hidePage, storedDrafts } from '#testing/drafts.ts';
import { networkQuiet } from '#testing/network.ts';
import { renderApp } from '#testing/render-app.tsx';

const backend = withBackend();
const { email, password } = credentialsOf('newMember');

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

/** A booking form whose notes were typed when the session ended, and the member signed in again, on the profile. */
async function openProfileAfterEndedBooking() {
  const { router } = await renderApp({ path: '/booking/BKK-1', as: 'newMember' });
  await screen.findByLabelText('Notes (optional)');
  type('Notes (optional)', 'A seat by the window');
  await backend().database.sql(
    'delete from auth.sessions where user_id = (select id from auth.users where email = $1)',
    [email],
  );
  // A check in progress may have read the session before, and the next is skipped meanwhile.
  await networkQuiet();
  document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  await screen.findByLabelText('Password');
  type('Email', email);
  type('Password', password);
  press('Sign In');
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
  await act(() => router.navigate('/dashboard/profile'));
  await screen.findByLabelText('Full Name');
  return router;
}

async function expectBookingDraft(
  router: Awaited<ReturnType<typeof openProfileAfterEndedBooking>>,
) {
  await act(() => router.navigate('/booking/BKK-1'));
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Notes (optional)')).value).toBe(
    'A seat by the window',
  );
}

it('saving one form keeps the unsaved drafts of the others', async () => {
  const router = await openProfileAfterEndedBooking();
  onTestFinished(async () => {
    await backend().database.sql(
      `update public.bkk_user_profiles set full_name = 'Malee Srisuk' where email = $1`,
      [email],
    );
  });
  type('Full Name', 'Malee Renamed');
  press('Save Changes');
  await screen.findByText('Profile saved successfully!');
  await expectBookingDraft(router);
});

it('giving up one form keeps the unsaved drafts of the others', async () => {
  onlyInWholeSuite();
  const router = await openProfileAfterEndedBooking();
  type('Full Name', 'Malee Renamed');
  fireEvent.click(screen.getByRole('link', { name: 'My Bookings' }));
  await screen.findByRole('alertdialog');
  press('Leave');
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/bookings'));
  await act(() => router.navigate('/dashboard/profile'));
  expect((await screen.findByLabelText<HTMLInputElement>('Full Name')).value).toBe('Malee Srisuk');
  await expectBookingDraft(router);
});

it('stores no draft while no feature is on', async () => {
  await renderApp({ path: '/booking/BKK-1', as: 'newMember' });
  await screen.findByLabelText('Notes (optional)');
  type('Notes (optional)', 'A seat by the window');
  hidePage();
  expect(storedDrafts()).toBeNull();
});
