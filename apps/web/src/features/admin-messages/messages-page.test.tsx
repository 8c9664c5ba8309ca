import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import english from '../../../public/locales/en/messages.json';
import thai from '../../../public/locales/th/messages.json';
import { withBackend } from '#testing/backend.ts';
import { expectConsoleError } from '#testing/console-errors.ts';
import { blockRequests } from '#testing/network.ts';
import { languagesInTest, renderApp } from '#testing/render-app.tsx';
import { tableRows } from '#testing/table-rows.ts';
import { textsOf } from '#testing/texts.ts';
import { toastText } from '#testing/toasts.ts';

const backend = withBackend();
const sql = (text: string) => backend().database.sql(text);
const options = { path: '/admin/messages', as: 'admin', features: ['notifications'] } as const;
const messages = { en: english, th: thai };

/** Two messages to Malee that were given up; nothing renders their event, so a server gives them up again. */
beforeEach(async () => {
  await sql(`delete from bkk_outbox;
    insert into bkk_outbox (key, channel, user_id, event, attempts, last_failure, failed_at)
    select 'message ' || n, 'mail', id, 'test.event', 30, (array['EMESSAGE 550', 'no_address'])[n],
      timestamptz '2098-12-31T18:30:00Z' - n * interval '1 day'
    from auth.users, generate_series(1, 2) n where email = 'malee@bkksiam.example'`);
});

describe.each(languagesInTest('th'))('undelivered messages in %s', (language) => {
  const text = messages[language];

  it('are listed with recipient, event, channel, reason, attempts and time, newest first', async () => {
    await renderApp({ ...options, language });
    const { title } = text;
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
    const [first, second] = await tableRows();
    for (const part of [
      'malee@bkksiam.example',
      'test.event',
      text.channel.mail,
      text.reason.rejected,
      'EMESSAGE 550',
      '30',
    ])
      expect(first?.textContent).toContain(part);
    expect(first?.querySelector('time')?.dateTime).toMatch(/^2098-12-30T18:30:00/);
    expect(second?.textContent).toContain(text.reason.no_address);
  });

  it('leave the list when they are tried again, and the heading has the focus', async () => {
    await sql(`delete from bkk_outbox where last_failure = 'no_address';
      update auth.users set deleted_at = null`);
    const { user } = await renderApp({ ...options, language });
    await tableRows();
    // A server would give it up again at once.
    await sql(`create function hold_messages() returns trigger language plpgsql as $$
      begin new.due_at := now() + interval '1 hour'; return new; end $$;
      create trigger hold_messages before update on bkk_outbox for each row execute function hold_messages()`);
    onTestFinished(() => void sql('drop function hold_messages() cascade'));
    const name = text.retryFor.replace('{{email}}', 'malee@bkksiam.example');
    await user.click(screen.getByRole('button', { name }));
    expect(await screen.findByText(text.empty)).toBeTruthy();
    expect(await toastText()).toContain(text.retried);
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
    const [row] = await sql('select failed_at, attempts, last_failure from bkk_outbox');
    expect(row).toEqual({ failed_at: null, attempts: 0, last_failure: null });
  });
});

it('that cannot be queued again stay, and the toast says so', async () => {
  const { user } = await renderApp({ ...options, language: 'en' });
  const [first] = await tableRows();
  if (first === undefined) throw new Error('there is no row');
  onTestFinished(blockRequests('/rpc/bkk_admin_retry_message'));
  await user.click(within(first).getByRole('button'));
  expect(await screen.findByText(english.retryFailed)).toBeTruthy();
  await expectConsoleError('mutation ["admin","messages","retry"] failed');
  expect(await tableRows()).toHaveLength(2);
});

it('have no page without the feature', async () => {
  await renderApp({ path: options.path, as: 'admin' });
  const notFound = textsOf('en')('title.notFound');
  await waitFor(() => expect(document.title).toContain(notFound));
});
