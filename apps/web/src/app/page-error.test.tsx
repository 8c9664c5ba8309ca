import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router';
import { beforeAll, expect, it } from 'vitest';
import { languages } from '@bkksiam/domain/languages';
import { changeLanguage, startTranslations } from '#platform/i18n.ts';
import { withBackend } from '#testing/backend.ts';
import { expectConsoleError } from '#testing/console-errors.ts';
import { blockRequests } from '#testing/network.ts';
import { textsOf } from '#testing/texts.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { App } from './app.tsx';
import type { PageHandle } from '#platform/page-handle.ts';
import { loadOnce, PageError } from './page-error.tsx';

withBackend();
beforeAll(() => startTranslations());

// A journey in the browser covers the reload once the site answers.
it.each(languages)(
  'a page whose code could not be loaded shows an error in %s, and stays while the site does not respond',
  async (language) => {
    const t = textsOf(language);
    await changeLanguage(language);
    const unblock = blockRequests('/');
    const load = loadOnce(() => Promise.reject(new TypeError('Failed to fetch')));
    const router = createMemoryRouter([
      {
        path: '*',
        HydrateFallback: () => null,
        ErrorBoundary: PageError,
        lazy: { loader: load, Component: load },
        handle: { title: 'pages.about.title' } satisfies PageHandle,
      },
    ]);
    render(<App router={router} queryClient={createQueryClient()} />);
    expect(await screen.findByText(t('pages.unreachable'))).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(t('pages.about.title'));
    await expectConsoleError('the code of the page could not be loaded');
    await userEvent.setup().click(screen.getByRole('button', { name: t('action.tryAgain') }));
    await expectConsoleError('could not be loaded again');
    expect(screen.getByText(t('pages.unreachable'))).toBeTruthy();
    expect(document.body.textContent).not.toContain('Runtime error:');
    unblock();
  },
);
