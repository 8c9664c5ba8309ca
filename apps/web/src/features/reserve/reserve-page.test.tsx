import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Booking } from '@bkksiam/domain/booking';
import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import { withBackend } from '#testing/backend.ts';
import { expectConsoleError } from '#testing/console-errors.ts';
import { languagesInTest, renderApp } from '#testing/render-app.tsx';
import { alertToast, toastRegion, toastText } from '#testing/toasts.ts';

const backend = withBackend();

const texts = {
  en: {
    first: 'First name',
    last: 'Last name',
    email: 'Email',
    phone: 'Phone',
    notes: 'Notes (optional)',
    slip: 'Payment slip (optional)',
    passenger: (number: number) => `Passenger ${String(number)}`,
    remove: (number: number) => `Remove passenger ${String(number)}`,
    add: 'Add a passenger',
    most: 'A booking has up to 9 passengers.',
    submit: 'Hold booking',
    missingName: 'Missing Passenger NamePlease fill in the first and last name for all passengers.',
    missingContact: 'Missing Contact InformationPlease provide a valid email and phone number.',
    nameErrors: ['Please enter the first name.', 'Please enter the last name.'],
    contactErrors: ['Please enter an email.', 'Please enter a phone number.'],
    summary: 'Please correct the following:',
    type: 'Unsupported File TypePlease upload a PNG, JPG, JPEG or PDF file.',
    size: 'File Too LargePlease upload a file smaller than 5MB.',
    removeSlip: (name: string) => `Remove ${name}`,
    fiveMegabytes: '5 MB',
    held: /^Booking on Hold!BKK-\d+ is held until .+, Bangkok time\.$/,
    notStored: 'The booking could not be kept',
    tiles: 'Services',
  },
  th: {
    first: 'ชื่อ',
    last: 'นามสกุล',
    email: 'อีเมล',
    phone: 'เบอร์โทรศัพท์',
    notes: 'หมายเหตุ (ถ้ามี)',
    slip: 'สลิปโอนเงิน (ถ้ามี)',
    passenger: (number: number) => `ผู้โดยสารคนที่ ${String(number)}`,
    remove: (number: number) => `ลบผู้โดยสารคนที่ ${String(number)}`,
    add: 'เพิ่มผู้โดยสาร',
    most: 'จองได้สูงสุด 9 คนต่อครั้ง',
    submit: 'จองไว้ก่อน',
    missingName: 'กรอกชื่อผู้โดยสารไม่ครบกรุณากรอกชื่อและนามสกุลของผู้โดยสารทุกท่าน',
    missingContact: 'ข้อมูลติดต่อไม่ครบกรุณาระบุอีเมลและเบอร์โทรศัพท์ที่ติดต่อได้',
    nameErrors: ['กรุณากรอกชื่อ', 'กรุณากรอกนามสกุล'],
    contactErrors: ['กรุณากรอกอีเมล', 'กรุณากรอกเบอร์โทรศัพท์'],
    summary: 'กรุณาแก้ไขรายการต่อไปนี้',
    type: 'ไฟล์ชนิดนี้ใช้ไม่ได้กรุณาอัปโหลดไฟล์ PNG JPG JPEG หรือ PDF',
    size: 'ไฟล์ใหญ่เกินไปกรุณาอัปโหลดไฟล์ที่มีขนาดไม่เกิน 5 MB',
    removeSlip: (name: string) => `นำ ${name} ออก`,
    fiveMegabytes: '5 MB',
    held: /^จองไว้ให้แล้ว!เราเก็บการจอง BKK-\d+ ไว้ให้ถึง .+ น\. \(เวลาไทย\)$/,
    notStored: 'เก็บการจองไม่สำเร็จ',
    tiles: 'บริการ',
  },
};

const bookings = () =>
  JSON.parse(localStorage.getItem('bkksiam-bookings') ?? 'null') as Booking[] | null;

function type(field: HTMLElement, value: string): void {
  fireEvent.change(field, { target: { value } });
}

/** The fields of the form. */
function fieldsIn(text: (typeof texts)['en']) {
  const all = (label: string) => screen.queryAllByLabelText<HTMLInputElement>(label);
  const one = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
  return {
    first: all(text.first),
    last: all(text.last),
    email: one(text.email),
    phone: one(text.phone),
    notes: one(text.notes),
    slip: one(text.slip),
  };
}

async function open(language: 'en' | 'th' = 'en', as: 'member' | 'newMember' = 'newMember') {
  const app = await renderApp({ path: '/booking/TG%20600', as, language });
  await screen.findByLabelText(texts[language].phone);
  return app;
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const errorOf = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-describedby')?.split(' ').at(-1) ?? '')
    ?.textContent;

/** Names the only passenger and gives a phone; the e-mail is the member's own. */
function fillIn(text: (typeof texts)['en']): void {
  const { first, last, phone } = fieldsIn(text);
  type(first[0] ?? document.body, ' Malee ');
  type(last[0] ?? document.body, 'Srisuk');
  type(phone, '๐๘๑ 234');
}

function choose(text: (typeof texts)['en'], name: string, mime: string, size: number): void {
  const file = new File([new Uint8Array(size)], name, { type: mime });
  fireEvent.change(fieldsIn(text).slip, { target: { files: [file] } });
}

beforeEach(() => localStorage.removeItem('bkksiam-bookings'));

describe.each(languagesInTest('en'))('the booking form in %s', (language) => {
  const text = texts[language];

  it('holds a booking for 48 hours, stores it, and opens the dashboard with a toast', async () => {
    const { router } = await open(language);
    expect(screen.getByText('TG 600')).toBeTruthy();
    fillIn(text);
    type(fieldsIn(text).notes, 'window seat\nplease ');
    const before = Date.now();
    press(text.submit);
    expect(await toastText()).toMatch(text.held);
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
    const [booking, ...others] = bookings() ?? [];
    expect(others).toEqual([]);
    const created = Date.parse(booking?.createdAt ?? '');
    expect(created).toBeGreaterThanOrEqual(before);
    expect(booking).toEqual({
      id: `BKK-${String(created)}`,
      flightId: 'TG 600',
      userId: 'malee@bkksiam.example',
      passengers: [{ firstName: 'Malee', lastName: 'Srisuk' }],
      contact: { email: 'malee@bkksiam.example', phone: '081 234' },
      notes: 'window seat\nplease',
      status: 'HOLD',
      holdExpiry: new Date(created + 48 * 3_600_000).toISOString(),
      createdAt: new Date(created).toISOString(),
      paymentSlipName: null,
    });
  });

  it('accepts a slip of exactly 5 MB; a larger one and another type are rejected', async () => {
    await open(language);
    fillIn(text);
    choose(text, 'slip.gif', 'image/gif', 10);
    await waitFor(() => expect(alertToast()).toBe(text.type));
    expect(screen.queryByText('slip.gif')).toBeNull();
    expect(text.type).toContain(errorOf(fieldsIn(text).slip));
    choose(text, 'large.png', 'image/png', 5 * 1024 * 1024 + 1);
    await waitFor(() => expect(alertToast()).toBe(text.size));
    expect(screen.queryByText('large.png')).toBeNull();
    choose(text, 'ใบโอน.png', 'image/png', 5 * 1024 * 1024);
    expect(screen.getByText('ใบโอน.png').parentElement?.textContent).toContain(text.fiveMegabytes);
    expect(fieldsIn(text).slip.hasAttribute('aria-invalid')).toBe(false);
    press(text.submit);
    expect(await toastText()).toMatch(text.held);
    expect(bookings()).toMatchObject([{ status: 'DEPOSIT_PENDING', paymentSlipName: 'ใบโอน.png' }]);
  });

  it('accepts a dropped slip, which can be removed', async () => {
    onlyInWholeSuite();
    await open(language);
    fillIn(text);
    const { slip } = fieldsIn(text);
    const file = new File(['%PDF'], 'slip.pdf', { type: 'application/pdf' });
    fireEvent.drop(slip, { dataTransfer: { files: [file] } });
    press(text.removeSlip('slip.pdf'));
    expect(screen.queryByText('slip.pdf')).toBeNull();
    expect(document.activeElement).toBe(slip);
    press(text.submit);
    await waitFor(() => expect(bookings()).toMatchObject([{ status: 'HOLD' }]));
  });

  it('requires the names before the contact, with a toast and an error at each field', async () => {
    await open(language);
    const { first, last, email, phone } = fieldsIn(text);
    type(email, ' ');
    press(text.submit);
    await waitFor(() => expect(alertToast()).toBe(text.missingName));
    expect(document.activeElement).toBe(first[0]);
    const wrong = [...first, ...last, email, phone];
    // The toast is shown first, the fields are marked by the form's next state.
    await waitFor(() =>
      expect(wrong.map((field) => field.getAttribute('aria-invalid'))).toEqual(
        wrong.map(() => 'true'),
      ),
    );
    expect(wrong.map(errorOf)).toEqual([...text.nameErrors, ...text.contactErrors]);
    const list = within(screen.getByRole('navigation', { name: text.summary }));
    const entries = list.getAllByRole('button');
    expect(entries.map(({ textContent }) => textContent)).toEqual([
      ...text.nameErrors.map((error) => `${text.passenger(1)}: ${error}`),
      ...text.contactErrors,
    ]);
    fireEvent.click(entries[3] ?? document.body);
    expect(document.activeElement).toBe(phone);

    type(first[0] ?? document.body, 'Malee');
    type(last[0] ?? document.body, 'Srisuk');
    await waitFor(() => expect(first[0]?.hasAttribute('aria-invalid')).toBe(false));
    press(text.submit);
    await waitFor(() => expect(alertToast()).toBe(text.missingContact));
    expect(document.activeElement).toBe(email);
    expect(bookings()).toBeNull();
  });

  it('adds up to nine passengers and removes them, and the focus follows', async () => {
    onlyInWholeSuite();
    await open(language);
    expect(screen.queryByRole('button', { name: text.remove(1) })).toBeNull();
    type(fieldsIn(text).first[0] ?? document.body, 'One');
    for (let more = 2; more <= 9; more += 1) {
      press(text.add);
      const { first } = fieldsIn(text);
      expect(first).toHaveLength(more);
      expect(document.activeElement).toBe(first.at(-1));
      type(first.at(-1) ?? document.body, `No ${String(more)}`);
    }
    expect(screen.queryByRole('button', { name: text.add })).toBeNull();
    expect(screen.getByText(text.most)).toBeTruthy();
    expect(screen.getByRole('group', { name: text.passenger(9) })).toBeTruthy();

    press(text.remove(9));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: text.add }));
    press(text.remove(1));
    const names = () => fieldsIn(text).first.map(({ value }) => value);
    expect(names()).toEqual(['No 2', 'No 3', 'No 4', 'No 5', 'No 6', 'No 7', 'No 8']);
    expect(document.activeElement).toBe(fieldsIn(text).first[0]);
    for (let left = 6; left >= 1; left -= 1) press(text.remove(1));
    expect(names()).toEqual(['No 8']);
    expect(screen.queryByRole('button', { name: text.remove(1) })).toBeNull();
  });

  it('keeps the form while the browser denies storage, and is sent once it allows it', async () => {
    const { router } = await open(language);
    fillIn(text);
    const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    press(text.submit);
    await waitFor(() => expect(alertToast()).toContain(text.notStored));
    expect(screen.getByText(text.notStored, { selector: 'main *' })).toBeTruthy();
    expect(router.state.location.pathname).toBe('/booking/TG%20600');
    expect(fieldsIn(text).first[0]?.value).toBe(' Malee ');
    setItem.mockRestore();
    press(text.submit);
    await waitFor(() => expect(bookings()).toHaveLength(1));
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
  });
});

it.each([
  ['narrow', false],
  ['wide', true],
])('shows on a %s screen what belongs first', async (_width, isWide) => {
  const query = Object.assign(new EventTarget(), { matches: isWide });
  vi.stubGlobal('matchMedia', (media: string) => Object.assign(query, { media }));
  await open();
  const heading = screen.getByRole('heading', { level: 1 });
  const flight = screen.getByText('TG 600');
  expect(flight.compareDocumentPosition(heading)).toBe(
    isWide ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING,
  );
});

it('starts with the contact of the member, who may change it', async () => {
  await backend().database.sql(
    `update public.bkk_user_profiles set phone = '02 000 1111' where email = 'nattaya@bkksiam.example'`,
  );
  await open('en', 'member');
  const { email, phone } = fieldsIn(texts.en);
  await waitFor(() => expect(phone.value).toBe('02 000 1111'));
  expect(email.value).toBe('nattaya@bkksiam.example');
  fillIn(texts.en);
  type(email, 'other@mail.example');
  press(texts.en.submit);
  await waitFor(() =>
    expect(bookings()).toMatchObject([
      {
        contact: { email: 'other@mail.example', phone: '081 234' },
        userId: 'nattaya@bkksiam.example',
      },
    ]),
  );
});

it('requires the contact where the profile cannot be read', async () => {
  onlyInWholeSuite();
  const grant = 'grant select on public.bkk_user_profiles to authenticated';
  onTestFinished(async () => {
    await backend().database.sql(grant);
  });
  await backend().database.sql('revoke select on public.bkk_user_profiles from authenticated');
  await open('en', 'member');
  await expectConsoleError(/query .*"profile"\] failed/);
  fillIn(texts.en);
  press(texts.en.submit);
  await waitFor(() => expect(bookings()).toHaveLength(1));
});

it('is sent once, however often it is submitted', async () => {
  const { router } = await open();
  fillIn(texts.en);
  const button = screen.getByRole('button', { name: texts.en.submit });
  fireEvent.click(button);
  fireEvent.click(button);
  fireEvent.submit(button.closest('form') ?? document.body);
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
  expect(bookings()).toHaveLength(1);
});

it('appends to the stored bookings, and sets a damaged record aside', async () => {
  for (const stored of [undefined, undefined, '[{"id":"BKK-1"}]']) {
    if (stored !== undefined) localStorage.setItem('bkksiam-bookings', stored);
    const before = stored === undefined ? (bookings() ?? []).length : 0;
    await open();
    fillIn(texts.en);
    press(texts.en.submit);
    await waitFor(() => expect(bookings()).toHaveLength(before + 1));
    cleanup();
  }
  expect(localStorage.getItem('bkksiam-bookings-damaged')).toBe('[{"id":"BKK-1"}]');
  await expectConsoleError('set aside');
});

it('shows a flight of any name as text, and keeps the input when the language changes', async () => {
  const flight = '<img src=x onerror=alert(1)>';
  const { user } = await renderApp({
    path: `/booking/${encodeURIComponent(flight)}`,
    as: 'newMember',
  });
  expect(await screen.findByText(flight)).toBeTruthy();
  expect(document.querySelector('main img')).toBeNull();
  fillIn(texts.en);
  choose(texts.en, 'slip.pdf', 'application/pdf', 3);
  await user.click(screen.getByRole('button', { name: 'ไทย' }));
  await screen.findByLabelText(texts.th.phone);
  expect(fieldsIn(texts.th).first[0]?.value).toBe(' Malee ');
  expect(screen.getByText('slip.pdf')).toBeTruthy();
});

it('says once in Thai that a time is a time', async () => {
  await open('th');
  fillIn(texts.th);
  press(texts.th.submit);
  const shown = await toastText();
  expect(shown).toMatch(texts.th.held);
  expect(shown.match(/น\./g)).toHaveLength(1);
});

it('shows its errors for three seconds', async () => {
  await open();
  await toastRegion();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
  press(texts.en.submit);
  await pass(0);
  expect(alertToast()).toBe(texts.en.missingName);
  await pass(2999);
  expect(alertToast()).toBe(texts.en.missingName);
  await pass(1);
  expect(alertToast()).toBe('');
});
