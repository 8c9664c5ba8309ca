import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { languages } from '@bkksiam/domain/languages';
import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import { withBackend } from '#testing/backend.ts';
import { renderApp } from '#testing/render-app.tsx';
import { textsOf } from '#testing/texts.ts';

withBackend();

const bar = async () => within(await screen.findByRole('banner'));
const hrefs = (links: readonly HTMLElement[]) => links.map((link) => link.getAttribute('href'));

describe('the top bar', () => {
  it('shows a placeholder while the session loads, then the links of a visitor', async () => {
    const { releaseSession } = await renderApp({ path: '/', holdsSession: true });
    const top = await bar();
    expect(top.getByText('Loading...')).toBeTruthy();
    expect(top.queryByRole('link', { name: 'Sign In' })).toBeNull();
    releaseSession();
    const signIn = await top.findByRole('link', { name: 'Sign In' });
    expect(signIn.getAttribute('href')).toBe('/login');
    expect(top.getByRole('link', { name: 'Sign Up' }).getAttribute('href')).toBe('/register');
    const menu = within(top.getByRole('navigation', { name: 'Main menu' }));
    expect(hrefs(menu.getAllByRole('link'))).toEqual(['/packages', '/store', '/about', '/contact']);
  });

  it('opens a member their menu, by keyboard too', async () => {
    const { user } = await renderApp({ path: '/nowhere', as: 'member' });
    const top = await bar();
    const opener = await top.findByRole('button', { name: 'Account menu' });
    opener.focus();
    await user.keyboard('{Enter}');
    const menu = within(await screen.findByRole('menu'));
    expect(menu.getByText('Nattaya Wongthai')).toBeTruthy();
    expect(menu.getByText('nattaya@bkksiam.example')).toBeTruthy();
    const items = menu.getAllByRole('menuitem');
    expect(items.map((item) => item.textContent)).toEqual([
      'Dashboard',
      'Profile',
      'My Orders',
      'Log out',
    ]);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(opener));
  });

  it('has the same entries in the mobile menu, closed by Escape and by going somewhere', async () => {
    const { user, router } = await renderApp({ path: '/nowhere', as: 'member' });
    const top = await bar();
    const opener = await top.findByRole('button', { name: 'Open menu' });
    await user.click(opener);
    await top.findByRole('link', { name: 'My Orders' });
    for (const name of ['Packages', 'Store', 'About', 'Contact']) {
      expect(top.getAllByRole('link', { name })).toHaveLength(2);
    }
    expect(hrefs(await top.findAllByRole('link', { name: /Dashboard|Profile|My Orders/ }))).toEqual(
      ['/dashboard', '/profile', '/orders'],
    );
    await user.keyboard('{Escape}');
    expect(top.queryByRole('link', { name: 'Dashboard' })).toBeNull();
    expect(document.activeElement).toBe(opener);

    const links = () => top.queryAllByRole('link', { name: 'Dashboard' });
    await user.click(opener);
    await waitFor(() => expect(links()).toHaveLength(1));
    await user.click(opener);
    expect(links()).toEqual([]);
    await user.click(opener);
    await waitFor(() => expect(links()).toHaveLength(1));
    await user.click(screen.getByRole('contentinfo'));
    expect(links()).toEqual([]);

    await user.click(opener);
    await user.click(await top.findByRole('link', { name: 'Dashboard' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
    expect(await screen.findByRole('heading', { level: 1, name: /Nattaya/ })).toBeTruthy();
  });
});

describe('the footer', () => {
  it.each(languages)('shows the company and links in %s', async (language) => {
    const t = textsOf(language);
    const { user } = await renderApp({ path: '/nowhere', language });
    const footer = within(await screen.findByRole('contentinfo'));
    expect(footer.getByText(t('footer.company'))).toBeTruthy();
    const contact = hrefs(within(footer.getByRole('group')).getAllByRole('link'));
    expect(contact).toEqual(['tel:+6620000000', 'mailto:hello@bkksiam.example']);
    expect(footer.getByRole('group').textContent).toContain(t('footer.address'));
    const links = (name: string) =>
      hrefs(within(footer.getByRole('navigation', { name })).getAllByRole('link'));
    expect(links(t('footer.quickLinks'))).toEqual(['/', '/search', '/news', '/contact']);
    expect(links(t('footer.support'))).toEqual(['/dashboard', '/contact', '/terms', '/privacy']);
    expect(footer.getByText(t('footer.copyright')).textContent).toContain('2025');
    await screen.findByRole('link', { name: t('nav.signIn') });
    const before = document.body.textContent;
    await user.type(footer.getByRole('textbox'), 'someone@mail.example{Enter}');
    await user.click(footer.getByRole('button', { name: t('footer.subscribe') }));
    expect(document.body.textContent).toBe(before);
  });
});

describe('the member area', () => {
  const areaLinks = [
    '/dashboard',
    '/dashboard/bookings',
    '/dashboard/group-request',
    '/dashboard/payments',
    '/dashboard/profile',
    '/dashboard/support',
  ];

  it('shows a member the member links only, the current one marked', async () => {
    await renderApp({ path: '/dashboard', as: 'member' });
    const area = within(await screen.findByRole('navigation', { name: 'Member Area' }));
    expect(hrefs(area.getAllByRole('link'))).toEqual(areaLinks);
    const current = area.getAllByRole('link').filter((link) => link.getAttribute('aria-current'));
    expect(current.map((link) => link.textContent)).toEqual(['Dashboard']);
    await screen.findByText('THB 12,450.00');
    expect(screen.queryByRole('navigation', { name: 'Admin Panel' })).toBeNull();
  });

  it('marks a link on its exact path only, and closes the panel of a phone on the way there', async () => {
    const { user } = await renderApp({ path: '/dashboard', as: 'member' });
    const area = () => within(screen.getByRole('navigation', { name: 'Member Area' }));
    const current = () =>
      area()
        .getAllByRole('link')
        .filter((link) => link.ariaCurrent ?? link.getAttribute('aria-current'))
        .map((link) => link.textContent);
    await user.click(await screen.findByRole('button', { name: 'Open menu' }));
    await user.click(area().getByRole('link', { name: 'My Bookings' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'My Bookings' })).toBeTruthy();
    expect(current()).toEqual(['My Bookings']);
    expect(screen.getByRole('main')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Close menu' })).toBeNull();
  });

  it('shows an admin the admin panel too', async () => {
    await renderApp({ path: '/dashboard', as: 'admin' });
    const panel = within(await screen.findByRole('navigation', { name: 'Admin Panel' }));
    expect(hrefs(panel.getAllByRole('link'))).toEqual([
      '/admin',
      '/admin/users',
      '/admin/requests',
      '/admin/news',
      '/admin/logs',
    ]);
    expect(await panel.findByText('3 requests wait for an answer')).toBeTruthy();
    expect(panel.getByRole('link', { name: 'Requests' })).toBeTruthy();
  });

  it('slides over a page that is out of reach on a narrow screen, and gives the focus back', async () => {
    onlyInWholeSuite();
    const { user } = await renderApp({ path: '/dashboard', as: 'member' });
    const opener = await screen.findByRole('button', { name: 'Open menu' });
    await user.click(opener);
    const page = () => screen.queryByRole('main');
    expect(page()).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close menu' }));
    await user.keyboard('{Escape}');
    expect(page()).not.toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(opener));

    await user.click(opener);
    const scrim = screen.getByRole('dialog').closest('.bg-scrim');
    await user.click(scrim ?? document.body);
    await waitFor(() => expect(page()).not.toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(opener));
  });
});
