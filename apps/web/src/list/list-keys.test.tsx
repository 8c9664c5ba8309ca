import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import { changeListSettings } from '#list/list-settings.ts';
import { withBackend } from '#testing/backend.ts';
import { renderApp } from '#testing/render-app.tsx';
import { tableRows } from '#testing/table-rows.ts';
import { toastText } from '#testing/toasts.ts';

const backend = withBackend();
const demo = (number: number) => `00000000-0000-4000-8001-${String(number).padStart(12, '0')}`;

beforeEach(() => {
  changeListSettings({ density: 'compact', shortcuts: true });
});

const linkIn = (row: HTMLElement | undefined) =>
  within(row ?? document.body).getByRole('link', { hidden: true });

async function openRequests(search = '') {
  const page = await renderApp({ path: `/admin/requests${search}`, as: 'admin' });
  return { ...page, found: await tableRows() };
}

describe('the rows of a list', () => {
  it('say what their status means without a Tab stop for it', async () => {
    const { user, found } = await openRequests();
    const [first, second] = found;
    const status = within(first ?? document.body).getByText('PENDING').parentElement;
    expect(status?.textContent).toBe('PENDING With our team');
    expect(status?.title).toBe('With our team');
    linkIn(first).focus();
    await user.tab();
    expect(second?.contains(document.activeElement)).toBe(true);
  });

  it('are focused by the arrow keys, from the page and from the search', async () => {
    const { user, found } = await openRequests();
    await user.keyboard('{ArrowUp}');
    expect(found.some((row) => row.contains(document.activeElement))).toBe(false);
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(document.activeElement).toBe(linkIn(found[1]));
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(document.activeElement).toBe(linkIn(found[0]));
    await user.keyboard('/');
    const search = screen.getByRole<HTMLInputElement>('searchbox');
    expect(document.activeElement).toBe(search);
    expect(search.value).toBe('');
    await user.keyboard('a/{ArrowUp}');
    expect(search.value).toBe('a/');
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(document.activeElement).not.toBe(search));
  });

  it('keep the key for the search to themselves once single keys are off', async () => {
    const { user } = await openRequests();
    await user.click(screen.getByRole('button', { name: 'Turn off single-key shortcuts' }));
    await user.keyboard('/');
    expect(document.activeElement).not.toBe(screen.getByRole('searchbox'));
    expect(localStorage.getItem('bkksiam-admin-list')).toContain('"shortcuts":false');
    await user.click(screen.getByRole('button', { name: 'Turn on single-key shortcuts' }));
    await user.keyboard('/');
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  });

  it('open by a press anywhere, but not by one that selects text or hits a button', async () => {
    const { user, router, found } = await openRequests();
    const cells = within(found[1] ?? document.body).getAllByRole('cell');
    const member = cells[2] ?? document.body;
    window.getSelection()?.selectAllChildren(member);
    fireEvent.click(member);
    window.getSelection()?.removeAllRanges();
    await user.click(
      within(found[1] ?? document.body).getByRole('button', { name: /^Copy number/ }),
    );
    expect(router.state.location.search).toBe('');
    await user.click(member);
    await screen.findByRole('dialog');
    expect(router.state.location.search).toBe(`?request=${demo(13)}`);
  });

  it('are one line high, or two where the admin wants it, in this browser', async () => {
    onlyInWholeSuite();
    const { user, found } = await openRequests();
    const density = () => found[0]?.closest<HTMLElement>('[data-density]')?.dataset.density;
    expect(density()).toBe('compact');
    const button = screen.getByRole('button', { name: 'Compact rows', pressed: true });
    await user.click(button);
    expect(density()).toBe('comfortable');
    expect(button.getAttribute('aria-pressed')).toBe('false');
    expect(localStorage.getItem('bkksiam-admin-list')).toContain('comfortable');
  });

  it('of users open their menu, by a press and by Enter', async () => {
    onlyInWholeSuite();
    const { user } = await renderApp({ path: '/admin/users', as: 'admin' });
    const found = await tableRows();
    await user.click(within(found[0] ?? document.body).getAllByRole('cell')[1] ?? document.body);
    await screen.findByRole('menu');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    await user.keyboard('{ArrowDown}{Enter}');
    await screen.findByRole('menu');
    const button = within(found[1] ?? document.body).getByRole('button', { hidden: true });
    expect(button.getAttribute('aria-expanded')).toBe('true');
  });
});

it('the list, its search, its filters and what is open are used by Tab, Enter and Space alone', async () => {
  onlyInWholeSuite();
  const { user, router } = await openRequests('?sort=created_at.asc');
  const tabTo = async (target: HTMLElement) => {
    for (let presses = 0; document.activeElement !== target; presses += 1) {
      if (presses > 60) throw new Error('the Tab key does not get there');
      await user.tab();
    }
  };
  await tabTo(screen.getByRole('searchbox'));
  await user.keyboard('nattaya{Enter}');
  await waitFor(() => expect(router.state.location.search).toContain('q=nattaya'));
  await tabTo(await screen.findByRole('button', { name: /^QUOTED/ }));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(router.state.location.search).toContain('show=QUOTED'));
  await waitFor(async () => expect(await tableRows()).toHaveLength(2));
  const first = linkIn((await tableRows())[0]);
  await tabTo(first);
  await user.keyboard('{Enter}');
  const drawer = within(await screen.findByRole('dialog'));
  const cancel = await drawer.findByRole('button', { name: 'Cancel the request' });
  await tabTo(cancel);
  await user.keyboard('[Space]');
  await screen.findByRole('alertdialog');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(cancel));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(first));
});

it('a filter and an order that are chosen in quick succession are both kept', async () => {
  const { router } = await openRequests();
  await act(async () => {
    // Nothing is rendered between the two.
    screen.getByRole('button', { name: /^QUOTED/ }).click();
    await new Promise((done) => {
      setTimeout(done);
    });
    screen.getByRole('button', { name: 'Departure' }).click();
  });
  expect(router.state.location.search).toBe('?show=QUOTED&sort=dep_date.asc');
});

describe('a request', () => {
  it('has a short number, which is copied and finds it', async () => {
    onlyInWholeSuite();
    const { user, router, found } = await openRequests();
    const copy = vi.spyOn(navigator.clipboard, 'writeText');
    await user.click(
      within(found[1] ?? document.body).getByRole('button', { name: /^Copy number/ }),
    );
    expect(await toastText()).toBe('Number 00000013 copied');
    expect(copy).toHaveBeenCalledExactlyOnceWith('00000013');
    await user.type(screen.getByRole('searchbox'), '00000013{Enter}');
    await waitFor(async () => expect(await tableRows()).toHaveLength(1));
    expect(router.state.location.search).toBe('?q=00000013');
    expect(linkIn((await tableRows())[0]).id).toBe(`row-${demo(13)}`);
    // The tabs count what the list finds.
    expect(await screen.findByRole('button', { name: /^All 1$/ })).toBeTruthy();
  });

  it('leads to its neighbours in the list, and back to its own row', async () => {
    const { user, router, found } = await openRequests();
    await user.keyboard('{ArrowDown}{Enter}');
    const drawer = within(await screen.findByRole('dialog'));
    const previous = drawer.getByRole('button', { name: 'Previous request' });
    expect(previous.getAttribute('aria-disabled')).toBe('true');
    const next = drawer.getByRole('button', { name: 'Next request' });
    await user.click(next);
    expect(router.state.location.search).toBe(`?request=${demo(13)}`);
    expect(await drawer.findByText(demo(13))).toBeTruthy();
    expect(document.activeElement).toBe(next);
    await user.keyboard('jk');
    expect(router.state.location.search).toBe(`?request=${demo(13)}`);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(linkIn(found[1])));
    expect(router.state.location.search).toBe('');
  });

  it('leads over the end of a page to the next one, and closes there', async () => {
    onlyInWholeSuite();
    onTestFinished(async () => {
      await backend().database.sql(
        `delete from public.bkk_quote_requests where dep_date = '2031-02-03'`,
      );
    });
    await backend().database
      .sql(`insert into public.bkk_quote_requests (user_id, origin, destination, dep_date, created_at)
      select user_id, 'BKK', 'LHR', '2031-02-03', timestamptz '2030-12-31T17:30:00Z'
      from public.bkk_quote_requests where quote_id::text like '00000000-0000-4000-8001-%'`);
    const { user, router, found } = await openRequests();
    expect(found).toHaveLength(20);
    await user.click(linkIn(found[19]));
    const drawer = within(await screen.findByRole('dialog'));
    const step = (name: string) => drawer.getByRole('button', { name });
    const isPossible = (name: string) =>
      waitFor(() => expect(step(name).getAttribute('aria-disabled')).toBeNull());
    await isPossible('Next request');
    await user.keyboard('j');
    await waitFor(() => expect(router.state.location.search).toContain('page=2'));
    const [first] = await tableRows();
    const onPage = linkIn(first).id.replace('row-', '');
    expect(router.state.location.search).toContain(onPage);
    await isPossible('Previous request');
    await user.keyboard('k');
    expect(router.state.location.search).not.toContain('page=');
    await isPossible('Next request');
    await user.keyboard('j{Escape}');
    await waitFor(() => expect(router.state.location.search).toBe('?page=2'));
    await waitFor(async () => expect(document.activeElement).toBe(linkIn((await tableRows())[0])));
  });

  it('moves on by four keys, and the next of the waiting ones follows', async () => {
    onlyInWholeSuite();
    onTestFinished(async () => {
      await backend().database.sql(`begin; set local session_replication_role = replica;
        update public.bkk_quote_requests set status = 'PENDING' where quote_id = '${demo(4)}'; commit`);
    });
    const { user, router, found } = await openRequests('?show=PENDING');
    // The longest waiting is first.
    expect(linkIn(found[0]).id).toBe(`row-${demo(4)}`);
    await user.keyboard('{ArrowDown}{Enter}');
    const drawer = within(await screen.findByRole('dialog'));
    const onward = await drawer.findByRole('button', { name: 'Move to QUOTED' });
    await user.keyboard('m');
    expect(document.activeElement).toBe(onward);
    await user.keyboard('{Enter}');
    expect(await drawer.findByRole('button', { name: 'Move to CONFIRMED' })).toBeTruthy();
    await waitFor(async () => expect(await tableRows()).toHaveLength(2));
    await waitFor(() =>
      expect(screen.getByText('PENDING', { selector: '[aria-pressed]' }).textContent).toBe(
        'PENDING 2',
      ),
    );
    expect(await screen.findByText('2 requests wait for an answer')).toBeTruthy();
    await user.keyboard('j');
    expect(router.state.location.search).toBe(`?show=PENDING&request=${demo(13)}`);
  });
});
