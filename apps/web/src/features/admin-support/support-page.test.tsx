import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import { withFeatures } from '#testing/backend.ts';
import { callFunction } from '#testing/group-requests.ts';
import { languagesInTest, renderApp } from '#testing/render-app.tsx';
import { toastText } from '#testing/toasts.ts';
import englishSupport from '../../../public/locales/en/support.json';
import english from '../../../public/locales/en/adminSupport.json';
import thaiSupport from '../../../public/locales/th/support.json';
import thai from '../../../public/locales/th/adminSupport.json';

const { backend, features, sql } = withFeatures(['support']);
const texts = {
  en: { ...english, log: englishSupport.thread.messages },
  th: { ...thai, log: thaiSupport.thread.messages },
};
const markup = '<img src=x onerror=alert(1)> & <b>bags</b>';

beforeEach(() =>
  sql(`delete from public.bkk_support_threads; delete from public.bkk_canned_answers;
    delete from public.bkk_help_answers`),
);

const ask = async (subject: string, as: 'member' | 'newMember' = 'member') =>
  String(
    await callFunction(backend(), as, 'bkk_open_support_thread', {
      ...{ p_request_key: crypto.randomUUID(), p_subject: subject, p_text: markup },
    }),
  );
const filled = (text: string, values: Readonly<Record<string, string>>) =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
const storedMessages = async (id: string) =>
  (
    await sql(
      `select coalesce(event, author) as what, text from public.bkk_support_messages where thread_id = $1 order by number`,
      [id],
    )
  ).map(({ what, text }) => [what, text]);

describe.each(languagesInTest('en'))('the questions in %s', (language) => {
  const text = texts[language];

  it('are answered from the queue: a prepared answer, a note, and who works on it', async () => {
    await sql(
      `insert into public.bkk_canned_answers (title, text_en, text_th) values ('Price', 'THB 420 each.', 'คนละ 420 บาท')`,
    );
    const id = await ask(markup);
    const { user } = await renderApp({ path: '/admin/support', as: 'admin', language, features });
    await user.click(await screen.findByRole('link', { name: markup }));
    const pane = within(await screen.findByRole('region', { name: text.one }));
    const log = within(await pane.findByRole('log', { name: text.log }));
    expect(log.getByText(markup)).toBeTruthy();
    expect(document.querySelector('[role=log] img, [role=log] b')).toBeNull();
    await user.click(await pane.findByRole('button', { name: 'Price' }));
    // The member has no language: English.
    const field = pane.getByRole<HTMLTextAreaElement>('textbox', { name: text.write.answerLabel });
    expect(field.value).toBe('THB 420 each.');
    await user.click(pane.getByRole('button', { name: text.write.send }));
    expect(await log.findByText('THB 420 each.')).toBeTruthy();
    await user.click(pane.getByRole('button', { name: text.write.note }));
    await user.click(pane.getByRole('textbox', { name: text.write.noteLabel }));
    await user.paste('Confirmed by phone');
    await user.click(pane.getByRole('button', { name: text.write.sendNote }));
    expect(await log.findByText('Confirmed by phone')).toBeTruthy();
    expect(await storedMessages(id)).toEqual([
      ['customer', markup],
      ['agency', 'THB 420 each.'],
      ['note', 'Confirmed by phone'],
    ]);
    const [row] = await sql('select status, assigned_to from public.bkk_support_threads');
    expect(row).toMatchObject({ status: 'waiting', assigned_to: expect.any(String) as string });
  });

  it('are live, and a status that another admin has changed is not overwritten', async () => {
    onlyInWholeSuite();
    const id = await ask('Seats');
    const path = `/admin/support?thread=${id}`;
    const { user } = await renderApp({ path, as: 'admin', language, features });
    const pane = within(await screen.findByRole('region', { name: text.one }));
    const log = within(await pane.findByRole('log'));
    await callFunction(backend(), 'member', 'bkk_post_support_message', {
      ...{ p_thread_id: id, p_message_id: crypto.randomUUID(), p_text: 'By the window' },
    });
    expect(await log.findByText('By the window', {}, { timeout: 5000 })).toBeTruthy();
    await user.selectOptions(pane.getByLabelText(text.status.label), 'solved');
    const closed = filled(text.event.solved.agency, { name: 'Somchai' });
    expect(await log.findByText(closed)).toBeTruthy();
    expect(await sql('select status from public.bkk_support_threads')).toEqual([
      { status: 'solved' },
    ]);
  });
});

it('erases the question of a visitor after a confirmation, and offers that for no member', async () => {
  const ticket = { name: 'Arthit', email: 'arthit@example.com', subject: 'Invoice', message: 'Hi' };
  await sql('select public.bkk_open_visitor_thread($1, $2, $3, $4)', [
    crypto.randomUUID(),
    ...['network', 'address', JSON.stringify(ticket)],
  ]);
  await ask('Seats');
  const { user } = await renderApp({ path: '/admin/support', as: 'admin', features });
  await user.click(await screen.findByRole('link', { name: 'Seats' }));
  const pane = () => within(screen.getByRole('region', { name: english.one }));
  await pane().findByText(english.customer.member);
  expect(pane().queryByRole('button', { name: english.erase.action })).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Invoice' }));
  await user.click(await pane().findByRole('button', { name: english.erase.action }));
  const title = filled(english.erase.title, { name: 'Arthit' });
  const question = within(await screen.findByRole('alertdialog', { name: title }));
  await user.click(question.getByRole('button', { name: english.erase.confirm }));
  expect(await toastText()).toContain(english.erase.done);
  await waitFor(() => expect(screen.queryByText('Invoice')).toBeNull());
  await waitFor(() => expect(document.activeElement?.id).toBe('list-heading'));
  expect(await sql('select subject from public.bkk_support_threads')).toEqual([
    { subject: 'Seats' },
  ]);
});

it('finds a question by its customer, its subject and its number', async () => {
  onlyInWholeSuite();
  const id = await ask('Baggage');
  await ask('Seats', 'newMember');
  const { user } = await renderApp({ path: '/admin/support', as: 'admin', features });
  await screen.findByRole('link', { name: 'Seats' });
  const search = screen.getByRole('searchbox', { name: english.search });
  for (const words of ['bagg', 'NATTAYA@', id.slice(-8)]) {
    await user.clear(search);
    await user.type(search, `${words}{Enter}`);
    await waitFor(() => {
      expect(screen.queryByRole('link', { name: 'Seats' })).toBeNull();
      expect(screen.getByRole('link', { name: 'Baggage' })).toBeTruthy();
    });
    await user.clear(search);
    await user.keyboard('{Enter}');
    await screen.findByRole('link', { name: 'Seats' });
  }
});

it('writes an answer of the Help Center in both languages, which another admin has not changed meanwhile', async () => {
  const { field, help, save } = english.prepared;
  const { user } = await renderApp({ path: '/admin/support/answers', as: 'admin', features });
  await user.click(await screen.findByRole('button', { name: help.new }));
  const dialog = () => within(screen.getByRole('dialog'));
  await user.click(dialog().getByRole('button', { name: save }));
  expect(await dialog().findAllByText(english.problem.answer.missing)).toHaveLength(4);
  for (const name of ['question_th', 'answer_th', 'question_en', 'answer_en'] as const) {
    await user.click(dialog().getByLabelText(field[name]));
    await user.paste(`${name} ${markup}`);
  }
  await user.click(dialog().getByLabelText(field.is_public));
  await user.click(dialog().getByRole('button', { name: save }));
  expect(await toastText()).toContain(english.prepared.saved);
  const name = `question_en ${markup}`;
  expect(await screen.findByText(name)).toBeTruthy();
  await user.click(
    await screen.findByRole('button', { name: filled(english.prepared.edit, { name }) }),
  );
  await sql(`update public.bkk_help_answers set answer_en = 'Theirs'`);
  await user.click(dialog().getByLabelText(field.answer_en));
  await user.paste(' more');
  await user.click(dialog().getByRole('button', { name: save }));
  expect(await dialog().findByText(english.prepared.conflict)).toBeTruthy();
  expect(await sql('select answer_en, is_public from public.bkk_help_answers')).toEqual([
    { answer_en: 'Theirs', is_public: true },
  ]);
});

it('is no page while the feature is off, and none for members', async () => {
  await renderApp({ path: '/admin/support', as: 'admin' });
  expect(await screen.findByRole('heading', { name: '404 - Not Found' })).toBeTruthy();
});
