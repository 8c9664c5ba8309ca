import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Feature } from '@bkksiam/domain/features';
import { holdAnswers } from './network.ts';
import { renderApp } from './render-app.tsx';

/** Waits until the heading has the focus, because the button that asked is gone. */
export const headingHasFocus = () =>
  waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));

interface TestedPage {
  readonly features: readonly Feature[];
  readonly pathOf: (id: string) => string;
  /** Ids of nothing. */
  readonly unknown: readonly string[];
  /** Places a thing of the member; gives its id. */
  readonly place: () => Promise<string>;
  /** The title of what is not there. */
  readonly none: string;
}

/** What holds for every page of a member's thing: nobody else sees it, and it exists with its feature alone. */
export function testMemberPage({ features, pathOf, unknown, place, none }: TestedPage): void {
  async function expectNone(path: string, as: 'member' | 'newMember' | 'admin') {
    const { unmount } = await renderApp({ path, as, features });
    expect(await screen.findByText(none)).toBeTruthy();
    unmount();
  }

  it.each(unknown)('shows nothing of what is unknown: %s', (id) =>
    expectNone(pathOf(id), 'member'),
  );

  it('shows nothing to another member, to an admin neither', async () => {
    const path = pathOf(await place());
    await expectNone(path, 'newMember');
    await expectNone(path, 'admin');
  });

  it('has the focus on its heading when it is opened, also once it has loaded', async () => {
    const path = pathOf(await place());
    const { router } = await renderApp({ path: '/dashboard/profile', as: 'member', features });
    await screen.findByRole('heading', { level: 1 });
    const release = holdAnswers();
    await act(() => router.navigate(path));
    await headingHasFocus();
    release();
    await waitFor(() => expect(document.querySelector('main [aria-busy]')).toBeNull());
    await headingHasFocus();
  });

  it('is no page while the feature is off', async () => {
    await renderApp({ path: pathOf(unknown[0] ?? ''), as: 'member' });
    expect(await screen.findByRole('heading', { name: '404 - Not Found' })).toBeTruthy();
  });
}
