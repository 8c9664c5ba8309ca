import { File as NodeFile } from 'node:buffer';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import { withFeatures } from '#testing/backend.ts';
import { acceptedBooking } from '#testing/bookings.ts';
import { catchFiles } from '#testing/downloads.ts';
import { callFunction } from '#testing/group-requests.ts';
import { mailTo } from '#testing/mailed-links.ts';
import { testMemberPage } from '#testing/member-page.ts';
import { languagesInTest, renderApp } from '#testing/render-app.tsx';
import { textsOf } from '#testing/texts.ts';
import englishBookings from '../../../public/locales/en/bookings.json';
import english from '../../../public/locales/en/support.json';
import thaiBookings from '../../../public/locales/th/bookings.json';
import thai from '../../../public/locales/th/support.json';

const { backend, features, sql } = withFeatures(['requests', 'bookings', 'support']);
const texts = { en: english, th: thai };
const booked = { en: englishBookings, th: thaiBookings };
const markup = '<img src=x onerror=alert(1)> & <b>bags</b>';

beforeEach(() => sql('delete from public.bkk_visitor_attempts'));

const open = async () =>
  String(
    await callFunction(backend(), 'member', 'bkk_open_support_thread', {
      p_request_key: crypto.randomUUID(),
      p_subject: 'เพิ่มน้ำหนักกระเป๋าขากลับ',
      p_text: 'เพิ่มเป็น 30 กก. ได้ไหมคะ',
    }),
  );
const answer = (threadId: string, text: string) =>
  callFunction(backend(), 'admin', 'bkk_admin_answer_support', {
    p_thread_id: threadId,
    p_message_id: crypto.randomUUID(),
    p_text: text,
  });
const filled = (text: string, values: Readonly<Record<string, string>>) =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
const newestThread = async () => {
  const [row] = await sql(
    `select thread_id as id, booking_id, user_id from public.bkk_support_threads order by created_at desc limit 1`,
  );
  return row as { id: string; booking_id: string | null; user_id: string | null };
};

describe.each(languagesInTest('th'))('a question in %s', (language) => {
  const text = texts[language];
  const t = textsOf(language);

  it('about a booking goes from its page to the answer, both shown as text', async () => {
    const { booking_id: booking, reference } = await acceptedBooking(backend());
    const path = `/dashboard/bookings/${reference}`;
    const { user, router } = await renderApp({ path, as: 'member', language, features });
    await user.click(await screen.findByRole('link', { name: booked[language].help.write }));
    const subject = await screen.findByLabelText<HTMLInputElement>(text.form.subject);
    expect(subject.value).toBe(filled(text.of.booking, { reference }));
    await user.click(screen.getByLabelText(text.form.text));
    await user.paste(markup);
    await user.click(screen.getByRole('button', { name: text.form.submit }));
    const log = within(await screen.findByRole('log'));
    expect(log.getByText(markup)).toBeTruthy();
    const thread = await newestThread();
    expect(thread.booking_id).toBe(booking);
    expect(router.state.location.pathname).toBe(`/dashboard/support/${thread.id}`);
    await answer(thread.id, `${markup} 420`);
    expect(await log.findByText(`${markup} 420`, {}, { timeout: 5000 })).toBeTruthy();
    expect(
      log.getByText(filled(text.thread.team, { name: language === 'th' ? ' Somchai' : 'Somchai' })),
    ).toBeTruthy();
    expect(document.querySelector('main img[src=x], [role=log] b')).toBeNull();
    // What is written next opens it again, and who has read is told.
    await user.click(screen.getByRole('button', { name: text.thread.solve }));
    expect(await log.findByText(text.thread.solvedBy.customer)).toBeTruthy();
    await user.click(screen.getByRole('textbox', { name: text.write.label }));
    await user.paste('ขอบคุณค่ะ');
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await log.findByText(text.thread.reopened)).toBeTruthy();
    await callFunction(backend(), 'admin', 'bkk_admin_read_thread', { p_thread_id: thread.id });
    await waitFor(() => expect(screen.getAllByText(new RegExp(text.thread.read))).toHaveLength(2), {
      timeout: 5000,
    });
  });

  it('of a visitor reaches the agency, is stored as specified, and followed by the mailed link', async () => {
    localStorage.removeItem('bkksiam-tickets');
    const address = `${language}@mail.example`;
    const { user, unmount } = await renderApp({ path: '/contact', language, features });
    const fields = [
      ['contact.name', 'Arthit'],
      ['contact.email', address],
      ['contact.subject', markup],
      ['contact.message', 'ขอใบกำกับภาษี'],
    ] as const;
    for (const [name, value] of fields)
      fireEvent.change(await screen.findByLabelText(t(`pages.${name}`)), { target: { value } });
    await user.click(screen.getByRole('button', { name: t('pages.contact.submit') }));
    expect(await screen.findByText(text.contact.mailed)).toBeTruthy();
    expect(JSON.parse(localStorage.getItem('bkksiam-tickets') ?? '[]')).toMatchObject([
      { name: 'Arthit', email: address, subject: markup, status: 'open' },
    ]);
    expect(screen.getByRole('link', { name: text.contact.chat }).getAttribute('href')).toMatch(
      /#ticket$/,
    );
    expect(screen.getByRole('link', { name: text.contact.help }).getAttribute('href')).toBe(
      '/help',
    );
    unmount();
    const mail = await mailTo(backend(), address);
    const path = /\/support\/ticket#[0-9a-f]{64}/.exec(mail.text ?? '')?.[0] ?? '';
    const thread = await newestThread();
    expect(thread.user_id).toBeNull();
    await answer(thread.id, 'ได้ครับ');
    const page = await renderApp({ path, language, features });
    const log = within(await screen.findByRole('log'));
    expect(log.getByText('ได้ครับ')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 2, name: markup })).toBeTruthy();
    await page.user.click(screen.getByRole('textbox', { name: text.write.label }));
    await page.user.paste('ขอบคุณครับ');
    await page.user.click(screen.getByRole('button', { name: text.write.send }));
    expect(await log.findByText('ขอบคุณครับ')).toBeTruthy();
  });
});

describe('the page of a question', () => {
  testMemberPage({
    features,
    pathOf: (id) => `/dashboard/support/${id}`,
    unknown: ['nonsense', '00000000-0000-4000-8000-000000000000'],
    place: open,
    none: english.none,
  });

  it('sends a file, which is saved and not shown, and says why another is refused', async () => {
    onlyInWholeSuite();
    const thread = await open();
    const path = `/dashboard/support/${thread}`;
    const { user } = await renderApp({ path, as: 'member', features });
    const log = within(await screen.findByRole('log'));
    const form = await new Response(new URLSearchParams()).formData();
    vi.stubGlobal('FormData', form.constructor);
    const chosen = (name: string, type: string) =>
      fireEvent.change(screen.getByLabelText(english.write.attach, { selector: 'input' }), {
        target: { files: [new NodeFile(['%PDF-1.4\n%%EOF'], name, { type })] },
      });
    chosen('page.html', 'text/html');
    expect(await screen.findByText(english.problem.support.file_type)).toBeTruthy();
    chosen('bag.pdf', 'application/pdf');
    await user.click(screen.getByRole('button', { name: english.write.send }));
    const saved = catchFiles();
    const save = await log.findByRole('button', {
      name: filled(english.file.save, { name: 'bag.pdf' }),
    });
    await user.click(save);
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['bag.pdf']));
  });

  it.each([`#${'a'.repeat(64)}`, ''])(
    'of a link that ends in %j leads to the contact form',
    async (end) => {
      await renderApp({ path: `/support/ticket${end}`, features });
      expect(await screen.findByText(english.ticket.gone)).toBeTruthy();
    },
  );
});

it('the Help Center shows the public answers in the language of the page, as text', async () => {
  await sql(
    `insert into public.bkk_help_answers (question_en, question_th, answer_en, answer_th, is_public)
     values ($1, 'กระเป๋า', 'Two.', 'สองใบ', true), ('Hidden', 'ซ่อน', 'No.', 'ไม่', false)`,
    [markup],
  );
  await renderApp({ path: '/help', features });
  expect(await screen.findByText(markup)).toBeTruthy();
  expect(screen.queryByText('Hidden')).toBeNull();
});
