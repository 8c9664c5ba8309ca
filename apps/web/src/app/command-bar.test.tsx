import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import { withBackend, withFeatures } from '#testing/backend.ts';
import { holdBooking } from '#testing/bookings.ts';
import { expectConsoleError } from '#testing/console-errors.ts';
import { addFlights } from '#testing/flights.ts';
import { blockRequests } from '#testing/network.ts';
import { languagesInTest, renderApp } from '#testing/render-app.tsx';
import { textsOf } from '#testing/texts.ts';

const backend = withBackend();

const demo = (number: number) => `00000000-0000-4000-8001-${String(number).padStart(12, '0')}`;

describe.each(languagesInTest('th'))('the command bar of admins in %s', (language) => {
  const t = textsOf(language);

  async function open(path = '/admin/users') {
    const page = await renderApp({ path, as: 'admin', language });
    // In the bar of narrow screens and in the sidebar.
    const [button] = await screen.findAllByRole('button', { name: t('admin.find.title') });
    return { ...page, button: button ?? document.body };
  }

  const input = () => screen.findByRole<HTMLInputElement>('combobox');
  const optionNames = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

  it('opens by its button and by Ctrl K, and Escape gives the focus back', async () => {
    const { user, button } = await open();
    await user.click(button);
    const field = await input();
    await waitFor(() => expect(document.activeElement).toBe(field));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(button));
    await user.keyboard('{Control>}k{/Control}');
    expect(await input()).toBeTruthy();
  });

  it('goes to a page by arrow keys and Enter', async () => {
    const { user, router } = await open();
    await user.keyboard('{Control>}k{/Control}');
    const field = await input();
    const options = screen.getAllByRole('option');
    expect(field.getAttribute('aria-activedescendant')).toBe(options[0]?.id);
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(field.getAttribute('aria-activedescendant')).toBe(options[2]?.id);
    expect(options[2]?.getAttribute('aria-selected')).toBe('true');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/requests'));
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('finds a member by name and email, and requests by member and number', async () => {
    const { user, router } = await open();
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await input(), 'MALEE@');
    await waitFor(() => expect(optionNames()).toEqual(['Malee Srisukmalee@bkksiam.example']));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/users'));
    expect(router.state.location.search).toBe('?q=malee%40bkksiam.example');
    await user.keyboard('{Control>}k{/Control}');
    // Enter waits for the results of what was typed.
    await user.type(await input(), '00000013{Enter}');
    await waitFor(() => expect(router.state.location.search).toBe(`?request=${demo(13)}`));
    expect(await within(await screen.findByRole('dialog')).findByText(demo(13))).toBeTruthy();
  });

  it('says that it finds nothing, and that it cannot search', async () => {
    onlyInWholeSuite();
    const { user } = await open();
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await input(), 'zzzz');
    expect(await screen.findAllByText(t('admin.find.none'))).toHaveLength(2);
    const restore = blockRequests('/rest/v1/bkk_users_admin_view');
    await user.type(await input(), 'y');
    expect(await screen.findAllByText(t('admin.find.failed'))).toHaveLength(2);
    await expectConsoleError('["admin","find","zzzzy"]');
    restore();
  });
});

it('is not there for a member', async () => {
  const { user } = await renderApp({ path: '/dashboard', as: 'member' });
  await screen.findByRole('heading', { level: 1 });
  await user.keyboard('{Control>}k{/Control}');
  expect(screen.queryByRole('combobox')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Find or go to' })).toBeNull();
});

describe('with bookings, requests and flights', () => {
  const { features } = withFeatures(['requests', 'bookings', 'flights'], backend);

  it('finds the page of bookings, a booking, a flight and a request, and leaves out the filter of other requests', async () => {
    const { reference } = await holdBooking(backend());
    await addFlights(backend(), [{ number: '7108', times: 'BKK 08:05 CNX 09:25' }]);
    const { user, router } = await renderApp({ path: '/admin', as: 'admin', features });
    await screen.findAllByRole('button', { name: 'Find or go to' });
    const find = async (text: string, option: string, address: RegExp) => {
      await user.keyboard('{Control>}k{/Control}');
      const field = await screen.findByRole('combobox');
      expect(screen.queryByRole('option', { name: /PENDING/ })).toBeNull();
      await user.type(field, text);
      await user.click(await screen.findByRole('option', { name: new RegExp(option) }));
      await waitFor(() => {
        const { pathname, search } = router.state.location;
        expect(pathname + search).toMatch(address);
      });
    };
    await find('book', '^Bookings$', /^\/admin\/bookings$/);
    await find(reference.toLowerCase(), reference, /^\/admin\/bookings\?booking=[0-9a-f-]{36}$/);
    await find('fd 7108', '^FD 7108', /^\/admin\/flights\?flight=\d+$/);
    await find('00000013', '00000013', new RegExp(`^/admin/requests.request=${demo(13)}$`));
  });
});

describe('with support', () => {
  const { features, sql } = withFeatures(['support'], backend);

  it('finds the page of support and a thread by its subject', async () => {
    await sql(
      `insert into public.bkk_support_threads (request_key, subject, member_name, member_email, language, answer_due_at)
       values (gen_random_uuid(), 'Lost umbrella', 'Arthit S.', 'arthit@mail.example', 'en', now())`,
    );
    const { user, router } = await renderApp({ path: '/admin', as: 'admin', features });
    await screen.findAllByRole('button', { name: 'Find or go to' });
    await user.keyboard('{Control>}k{/Control}');
    const field = await screen.findByRole('combobox');
    await user.type(field, 'umbrella');
    await user.click(await screen.findByRole('option', { name: /^Lost umbrella/ }));
    await waitFor(() => expect(router.state.location.search).toMatch(/^\?show=all&thread=/));
  });
});
