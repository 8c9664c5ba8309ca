import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SupportTicket } from '@bkksiam/domain/support-ticket';
import { variations } from '@bkksiam/server/testing/variations';
import { withBackend } from '#testing/backend.ts';
import { takeConsoleErrors } from '#testing/console-errors.ts';
import { languagesInTest, renderApp } from '#testing/render-app.tsx';
import { toastRegion } from '#testing/toasts.ts';

withBackend();

const texts = {
  en: {
    labels: ['Name', 'Email', 'Subject', 'Message'],
    submit: 'Submit Ticket',
    busy: 'Submitting...',
    missing: 'All fields are required',
    missingText: 'Please fill out all fields before submitting.',
    problems: [
      'Please enter your name.',
      'Please enter your email.',
      'Please say what it is about.',
      'Please write your message.',
    ],
    submitted: 'Ticket Submitted!Thank you. We will reply within 24 hours.',
    note: 'Your ticket was submitted. We will reply to malai@mail.example within 24 hours.',
    notStored: /does not allow the site to store anything/,
    hours: '24/7',
    chat: 'Start Live Chat',
    chatToast: /^Live Chat Unavailable/,
    help: 'Open Help Center',
    helpToast: /^Coming soon!$/,
  },
  th: {
    labels: ['ชื่อ', 'อีเมล', 'หัวข้อ', 'ข้อความ'],
    submit: 'ส่งเรื่อง',
    busy: 'กำลังส่ง...',
    missing: 'กรุณากรอกข้อมูลให้ครบ',
    missingText: 'กรุณากรอกข้อมูลทุกช่องก่อนส่ง',
    problems: ['กรุณากรอกชื่อ', 'กรุณากรอกอีเมล', 'กรุณากรอกหัวข้อ', 'กรุณาเขียนข้อความ'],
    submitted: 'ส่งเรื่องเรียบร้อยแล้ว!ขอบคุณค่ะ เราจะตอบกลับภายใน 24 ชั่วโมง',
    note: 'รับเรื่องของคุณแล้ว เราจะตอบกลับไปที่ malai@mail.example ภายใน 24 ชั่วโมง',
    notStored: /ไม่อนุญาตให้เว็บไซต์บันทึกข้อมูล/,
    hours: 'ตลอด 24 ชั่วโมง ทุกวัน',
    chat: 'เริ่มแชต',
    chatToast: /^แชตสดยังไม่เปิดให้บริการ/,
    help: 'เปิดศูนย์ช่วยเหลือ',
    helpToast: /^เร็ว ๆ นี้!$/,
  },
};

const complete = ['Malai', '  malai@mail.example ', 'Seats', 'Can we sit together?\nWe are four.'];

const tickets = (): unknown => JSON.parse(localStorage.getItem('bkksiam-tickets') ?? 'null');

async function form(labels: readonly string[]) {
  const main = within(await screen.findByRole('main'));
  await main.findByRole('heading', { level: 1 });
  // Another language comes some time after it was asked for.
  return Promise.all(labels.map((name) => main.findByRole<HTMLInputElement>('textbox', { name })));
}

/** Fills in all four fields, at once rather than key by key. */
async function fillIn(labels: readonly string[], values = complete): Promise<void> {
  for (const [index, field] of (await form(labels)).entries()) {
    fireEvent.change(field, { target: { value: values[index] } });
  }
}

/** From now on time passes only by `pass`; everything the page needs is there by then. */
async function stopTime(): Promise<void> {
  await toastRegion();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
/** Validation is asynchronous. */
const press = (name: string) =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name }));
    await Promise.resolve();
  });
const shown = (live: 'polite' | 'assertive') =>
  document.querySelector(`[data-toasts] [aria-live=${live}]`)?.textContent;

beforeEach(() => localStorage.removeItem('bkksiam-tickets'));
afterEach(() => vi.useRealTimers());

describe.each(languagesInTest('en'))('the ticket form in %s', (language) => {
  const text = texts[language];

  it('requires all four fields, with a toast of three seconds and errors, and focuses the first', async () => {
    await renderApp({ path: '/contact', language });
    const fields = await form(text.labels);
    await stopTime();
    await press(text.submit);
    expect(shown('assertive')).toBe(text.missing + text.missingText);
    expect(document.activeElement).toBe(fields[0]);
    expect(fields.map((field) => field.ariaInvalid ?? field.getAttribute('aria-invalid'))).toEqual(
      fields.map(() => 'true'),
    );
    const described = fields.map(
      (field) => document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent,
    );
    expect(described).toEqual(text.problems);
    await pass(2999);
    expect(shown('assertive')).not.toBe('');
    await pass(1);
    expect(shown('assertive')).toBe('');
    expect(tickets()).toBeNull();
  });

  it('focuses the first empty field, whose error goes once it is filled', async () => {
    await renderApp({ path: '/contact', language });
    await fillIn(text.labels, ['Malai', 'malai@mail.example', ' ', 'Hello']);
    const fields = await form(text.labels);
    await press(text.submit);
    expect(document.activeElement).toBe(fields[2]);
    expect(fields.filter((field) => field.hasAttribute('aria-invalid'))).toEqual([fields[2]]);
    fireEvent.change(fields[2] ?? document.body, { target: { value: 'Seats' } });
    await waitFor(() =>
      expect(fields.filter((field) => field.hasAttribute('aria-invalid'))).toEqual([]),
    );
  });

  it('takes a second, cannot be sent twice, stores the ticket and clears the form', async () => {
    await renderApp({ path: '/contact', language });
    await fillIn(text.labels);
    const fields = await form(text.labels);
    await stopTime();
    const before = Date.now();
    await press(text.submit);
    await pass(0);
    const button = screen.getByRole('button', { name: text.busy });
    expect(button.getAttribute('aria-busy')).toBe('true');
    fireEvent.click(button);
    fireEvent.submit(button.closest('form') ?? document.body);
    await pass(999);
    expect(tickets()).toBeNull();
    expect(shown('polite')).toBe('');
    await pass(1);
    expect(shown('polite')).toBe(text.submitted);
    await pass(1);
    expect(screen.getByText(text.note)).toBeTruthy();
    expect(screen.queryByText(text.notStored)).toBeNull();
    expect(fields.map(({ value }) => value)).toEqual(['', '', '', '']);
    expect(fields.some((field) => field.hasAttribute('aria-invalid'))).toBe(false);
    await pass(2000);
    const kept = tickets() as [SupportTicket];
    expect(kept).toHaveLength(1);
    const { id, createdAt, ...rest } = kept[0];
    expect(rest).toEqual({
      name: 'Malai',
      email: 'malai@mail.example',
      subject: 'Seats',
      message: complete[3],
      status: 'open',
    });
    expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(before);
    expect(id).toBe(`ticket-${String(Date.parse(createdAt))}`);
  });

  it('works where the browser denies storage, with a note', async () => {
    await renderApp({ path: '/contact', language });
    await fillIn(text.labels);
    await stopTime();
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    await press(text.submit);
    await pass(1001);
    expect(shown('polite')).toBe(text.submitted);
    expect(screen.getByText(text.notStored)).toBeTruthy();
    expect(tickets()).toBeNull();
  });

  it('shows toasts for the chat and the help center', async () => {
    const { user } = await renderApp({ path: '/contact', language });
    await form(text.labels);
    expect(screen.getByText(text.hours)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: text.chat }));
    const region = await toastRegion();
    await waitFor(() => expect(region.textContent).toMatch(text.chatToast));
    await user.click(screen.getByRole('button', { name: text.help }));
    await waitFor(() => expect(region.textContent).toMatch(text.helpToast));
  });
});

it('appends to the stored tickets, and sets a damaged record aside', async () => {
  await renderApp({ path: '/contact' });
  async function ask(subject: string) {
    await fillIn(texts.en.labels, ['A', 'b@c.example', subject, 'd']);
    await stopTime();
    await press(texts.en.submit);
    await pass(1000);
    vi.useRealTimers();
  }
  await ask('first');
  await ask('second');
  expect(tickets()).toMatchObject([{ subject: 'first' }, { subject: 'second' }]);
  localStorage.setItem('bkksiam-tickets', '[{"id":"ticket-1"}]');
  await ask('third');
  expect(tickets()).toMatchObject([{ subject: 'third' }]);
  expect(localStorage.getItem('bkksiam-tickets-damaged')).toBe('[{"id":"ticket-1"}]');
  expect(takeConsoleErrors()).toHaveLength(1);
});

it('is prefilled for a member, who may change it, and prefilled again afterwards', async () => {
  await renderApp({ path: '/contact', as: 'member' });
  const fields = await form(texts.en.labels);
  const values = () => fields.map(({ value }) => value);
  const known = ['Nattaya Wongthai', 'nattaya@bkksiam.example', '', ''];
  await waitFor(() => expect(values()).toEqual(known));
  await fillIn(texts.en.labels, ['', 'other@mail.example', 'Seats', 'Hello']);
  expect(values()[0]).toBe('');
  await fillIn(texts.en.labels, ['Another', 'other@mail.example', 'Seats', 'Hello']);
  await stopTime();
  await press(texts.en.submit);
  await pass(1000);
  expect(tickets()).toMatchObject([{ name: 'Another', email: 'other@mail.example' }]);
  expect(values()).toEqual(known);
});

it('keeps the input when the language changes', async () => {
  const { user } = await renderApp({ path: '/contact' });
  await fillIn(texts.en.labels);
  await user.click(screen.getByRole('button', { name: 'ไทย' }));
  const fields = await form(texts.th.labels);
  expect(fields.map(({ value }) => value)).toEqual([
    complete[0],
    'malai@mail.example',
    ...complete.slice(2),
  ]);
});

const asked = variations(
  [
    ['en', 'About', 'Leave this page?', 'Stay', 'Leave'],
    ['th', 'เกี่ยวกับเรา', 'ออกจากหน้านี้ใช่ไหม', 'อยู่ต่อ', 'ออกจากหน้านี้'],
  ] as const,
  1,
);

describe.each(asked)('an unsent message in %s', (language, about, question, stay, leave) => {
  const { labels, submit } = texts[language];
  const dialog = () => screen.queryByRole('alertdialog', { name: question });
  // What asks has been fetched as soon as the browser itself would ask.
  const asks = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };

  it('needs one confirmation before the page is left; Stay keeps it', async () => {
    const { user, router } = await renderApp({ path: '/contact', language });
    await fillIn(labels, ['', '', '', 'Hello']);
    await waitFor(() => expect(asks()).toBe(true));
    const [link] = screen.getAllByRole('link', { name: about });
    if (link === undefined) throw new Error('no link to another page');
    await user.click(link);
    await waitFor(() => expect(dialog()).not.toBeNull());
    await press(stay);
    await waitFor(() => expect(dialog()).toBeNull());
    expect((await form(labels)).at(-1)?.value).toBe('Hello');
    await user.click(link);
    await waitFor(() => expect(dialog()).not.toBeNull());
    await press(leave);
    await waitFor(() => expect(router.state.location.pathname).toBe('/about'));
    expect(asks()).toBe(false);
  });

  it('needs no confirmation once it is sent or cleared', async () => {
    const { user, router } = await renderApp({ path: '/contact', language });
    await fillIn(labels);
    await waitFor(() => expect(asks()).toBe(true));
    await fillIn(labels, ['', '', '', ' ']);
    await waitFor(() => expect(asks()).toBe(false));
    await fillIn(labels);
    await waitFor(() => expect(asks()).toBe(true));
    await press(submit);
    await waitFor(() => expect(tickets()).toHaveLength(1), { timeout: 5000 });
    await waitFor(() => expect(asks()).toBe(false));
    const [link] = screen.getAllByRole('link', { name: about });
    if (link === undefined) throw new Error('no link to another page');
    await user.click(link);
    await waitFor(() => expect(router.state.location.pathname).toBe('/about'));
    expect(dialog()).toBeNull();
  });
});
