import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router';
import { beforeAll, expect, it } from 'vitest';
import { changeLanguage, startTranslations } from '#platform/i18n.ts';
import { withBackend } from '#testing/backend.ts';
import { takeComplaints } from '#testing/complaints.ts';
import { App } from './app.tsx';
import { pageHandle } from './page-handle.ts';
import { reachable } from './reachable.tsx';

withBackend();
beforeAll(() => startTranslations());

it.each([
  ['en', 'About us', 'This page could not be loaded.', 'Try again'],
  ['th', 'เกี่ยวกับเรา', 'โหลดหน้านี้ไม่สำเร็จ', 'ลองอีกครั้ง'],
] as const)(
  'says in %s that a page did not come, and shows it when it comes after all',
  async (language, title, sentence, tryAgain) => {
    await changeLanguage(language);
    let online = false;
    const load = () =>
      online
        ? Promise.resolve({ Component: () => <h1>All about us</h1> })
        : Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
    const router = createMemoryRouter([
      {
        path: '*',
        HydrateFallback: () => null,
        lazy: reachable(load),
        handle: pageHandle({ title: 'pages.about.title' }),
      },
    ]);
    render(<App router={router} />);
    expect((await screen.findByRole('alert')).textContent).toContain(sentence);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: tryAgain }));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
    online = true;
    await user.click(screen.getByRole('button', { name: tryAgain }));
    await screen.findByRole('heading', { name: 'All about us' });
    expect(document.body.textContent).not.toContain('Runtime error:');
    expect(takeComplaints().join()).toContain('the page did not come');
  },
);
