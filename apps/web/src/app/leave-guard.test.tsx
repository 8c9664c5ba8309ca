import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { withBackend } from '#testing/backend.ts';
import { languagesInTest, renderApp } from '#testing/render-app.tsx';
import { textsOf } from '#testing/texts.ts';
import { toastText } from '#testing/toasts.ts';

withBackend();

/** Whether the browser would ask before it reloads or closes the page. */
function browserAsks(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

describe.each(languagesInTest('en'))('leaving a form in %s', (language) => {
  const t = textsOf(language);

  async function open(typed?: string) {
    const app = await renderApp({ path: '/dashboard/profile', as: 'newMember', language });
    const name = await screen.findByLabelText<HTMLInputElement>(t('members.profile.fullName'));
    if (typed !== undefined) fireEvent.change(name, { target: { value: typed } });
    const link = screen.getByRole('link', { name: t('nav.bookings') });
    return { ...app, name, link, path: () => app.router.state.location.pathname };
  }
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

  it('asks once; staying keeps all of it and the focus, leaving gives it up', async () => {
    const { user, name, link, path } = await open('Unsaved');
    await user.click(link);
    const question = within(
      await screen.findByRole('alertdialog', { name: t('members.leave.title') }),
    );
    expect(document.activeElement).toBe(
      question.getByRole('button', { name: t('members.leave.stay') }),
    );
    expect(path()).toBe('/dashboard/profile');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(name.value).toBe('Unsaved');
    await waitFor(() => expect(document.activeElement).toBe(link));

    await user.click(link);
    await screen.findByRole('alertdialog');
    press(t('members.leave.leave'));
    await waitFor(() => expect(path()).toBe('/dashboard/bookings'));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await user.click(screen.getAllByRole('link', { current: false })[0] ?? document.body);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('asks on Back too', async () => {
    const { router, path } = await open();
    await act(() => router.navigate('/dashboard/support'));
    await act(() => router.navigate('/dashboard/profile'));
    const name = await screen.findByLabelText(t('members.profile.fullName'));
    fireEvent.change(name, { target: { value: 'Unsaved' } });
    await act(() => router.navigate(-1));
    await screen.findByRole('alertdialog', { name: t('members.leave.title') });
    press(t('members.leave.leave'));
    await waitFor(() => expect(path()).toBe('/dashboard/support'));
    await act(() => router.navigate('/dashboard/profile'));
    const again = await screen.findByLabelText<HTMLInputElement>(t('members.profile.fullName'));
    expect(again.value).not.toBe('Unsaved');
  });

  it('does not ask where nothing was typed, or what was typed is what is saved', async () => {
    const { user, name, link, path } = await open('Something');
    expect(browserAsks()).toBe(true);
    fireEvent.change(name, { target: { value: 'Malee Srisuk' } });
    expect(browserAsks()).toBe(false);
    await user.click(link);
    await waitFor(() => expect(path()).toBe('/dashboard/bookings'));
  });

  it('does not ask after it was saved', async () => {
    const { user, name, link, path } = await open('Malee Else');
    press(t('members.profile.save'));
    await toastText();
    expect(browserAsks()).toBe(false);
    fireEvent.change(name, { target: { value: 'Malee Srisuk' } });
    expect(browserAsks()).toBe(true);
    press(t('members.profile.save'));
    await waitFor(() => expect(browserAsks()).toBe(false));
    await user.click(link);
    await waitFor(() => expect(path()).toBe('/dashboard/bookings'));
  });

  it('by logging out asks before the session ends', async () => {
    const { router, name, path } = await open('Unsaved');
    const visited: string[] = [];
    router.subscribe(({ location }) => visited.push(location.pathname));
    press(t('nav.logOut'));
    await screen.findByRole('alertdialog', { name: t('members.leave.title') });
    press(t('members.leave.stay'));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(path()).toBe('/dashboard/profile');
    expect(name.value).toBe('Unsaved');
    press(t('nav.logOut'));
    await screen.findByRole('alertdialog', { name: t('members.leave.title') });
    press(t('members.leave.leave'));
    expect(await toastText()).toContain(t('toast.signedOutText'));
    expect(path()).toBe('/');
    expect(visited).not.toContain('/login');
  });
});
