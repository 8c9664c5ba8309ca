import { describe, expect, it } from 'vitest';
import {
  birthDateProblems,
  bookingFieldNames,
  bookingProblems,
  canAddPassenger,
  canRemovePassenger,
  checkSlip,
  contactProblems,
  holdBooking,
  nameProblems,
  namelessPassenger,
  unsentBookings,
  type BookingFields,
} from './booking.ts';

const nattaya = { firstName: 'Nattaya', lastName: 'Wongthai' };
const complete: BookingFields = {
  passengers: [nattaya],
  contact: { email: 'n@mail.example', phone: '081 234 5678' },
  notes: '',
};
const context = {
  flightId: 'TG600',
  userEmail: 'n@bkksiam.example',
  slipName: null,
  now: new Date('2026-03-05T18:30:00.123Z'),
};
const megabyte = 1024 * 1024;

describe('bookingProblems', () => {
  it('accepts names, an e-mail and a phone, whatever they say; notes may be empty', () => {
    expect(bookingProblems(complete)).toEqual([]);
    const odd = { ...complete, contact: { email: 'no address', phone: '-' } };
    expect(bookingProblems(odd)).toEqual([]);
  });

  it('asks for the first and last name of everyone before the contact, blanks being nothing', () => {
    const problems = bookingProblems({
      passengers: [nattaya, { firstName: ' ', lastName: 'X' }, namelessPassenger],
      contact: { email: '\t', phone: '' },
      notes: 'hello',
    });
    expect(problems).toEqual([
      {
        code: 'booking.missing_name',
        fields: ['passengers.1.firstName', 'passengers.2.firstName', 'passengers.2.lastName'],
      },
      { code: 'booking.missing_contact', fields: ['contact.email', 'contact.phone'] },
    ]);
  });

  it.each(['firstName', 'lastName'] as const)('needs the %s', (part) => {
    const passengers = [{ ...nattaya, [part]: '' }];
    expect(bookingProblems({ ...complete, passengers })).toEqual([
      { code: 'booking.missing_name', fields: [`passengers.0.${part}`] },
    ]);
  });

  it.each(['email', 'phone'] as const)('needs the %s', (part) => {
    const contact = { ...complete.contact, [part]: ' ' };
    expect(bookingProblems({ ...complete, contact })).toEqual([
      { code: 'booking.missing_contact', fields: [`contact.${part}`] },
    ]);
  });

  it('needs a passenger', () => {
    expect(bookingProblems({ ...complete, passengers: [] })).toMatchObject([
      { code: 'booking.missing_name' },
    ]);
  });
});

describe('the passengers', () => {
  const some = (count: number) => Array.from({ length: count }, () => namelessPassenger);

  it('are nine at most', () => {
    expect([1, 8, 9].map((count) => canAddPassenger(some(count)))).toEqual([true, true, false]);
  });

  it('are never fewer than one', () => {
    expect([1, 2, 9].map((count) => canRemovePassenger(some(count)))).toEqual([false, true, true]);
  });
});

describe('checkSlip', () => {
  it.each([
    ['slip.png', 'image/png'],
    ['slip.jpg', 'image/jpeg'],
    ['slip.jpeg', 'image/jpg'],
    ['slip.pdf', 'application/pdf'],
    ['ใบโอน.PDF', 'APPLICATION/PDF'],
    ['SLIP.JPEG', ''],
    ['slip.pdf', 'application/octet-stream'],
  ])('takes %s of type %j', (name, type) => {
    expect(checkSlip({ name, type, size: 1 })).toBeNull();
  });

  it.each([
    ['slip.gif', 'image/gif'],
    ['slip.png', 'text/html'],
    ['slip.webp', 'image/webp'],
    ['slip', ''],
    ['slip.png.exe', ''],
    ['png', 'application/octet-stream'],
  ])('refuses %s of type %j', (name, type) => {
    expect(checkSlip({ name, type, size: 6 * megabyte })).toEqual({ code: 'booking.slip_type' });
  });

  it('takes exactly five megabytes and not a byte more', () => {
    const slip = { name: 'slip.png', type: 'image/png' };
    expect(checkSlip({ ...slip, size: 5 * megabyte })).toBeNull();
    expect(checkSlip({ ...slip, size: 5 * megabyte + 1 })).toEqual({ code: 'booking.slip_size' });
  });
});

describe('holdBooking', () => {
  it('holds without a slip for 48 hours', () => {
    expect(holdBooking(complete, context)).toEqual({
      id: 'BKK-1772735400123',
      flightId: 'TG600',
      userId: 'n@bkksiam.example',
      ...complete,
      status: 'HOLD',
      holdExpiry: '2026-03-07T18:30:00.123Z',
      createdAt: '2026-03-05T18:30:00.123Z',
      paymentSlipName: null,
    });
  });

  it('waits for the deposit with one', () => {
    const booking = holdBooking(complete, { ...context, slipName: 'ใบโอน.png' });
    expect(booking).toMatchObject({ status: 'DEPOSIT_PENDING', paymentSlipName: 'ใบโอน.png' });
    expect(booking.holdExpiry).toBe('2026-03-07T18:30:00.123Z');
  });

  it('leaves out the blanks around what was pasted, and understands Thai digits', () => {
    const booking = holdBooking(
      {
        passengers: [{ firstName: ' Nattaya ', lastName: 'Wongthai\t' }],
        contact: { email: '  a@b.co ', phone: ' ๐๘๑ ๒๓๔ ' },
        notes: ' a\nb ',
      },
      context,
    );
    expect(booking).toMatchObject({
      passengers: [nattaya],
      contact: { email: 'a@b.co', phone: '081 234' },
      notes: 'a\nb',
    });
  });
});

/** What the server refuses of a hold. */
const holdProblems = (fields: BookingFields) => ({
  ...nameProblems(fields),
  ...contactProblems(fields, (phone) => /\d/.test(phone)),
});

describe('nameProblems and contactProblems', () => {
  it('accepts names as in a passport with an address and a number', () => {
    expect(holdProblems(complete)).toEqual({});
    expect(
      holdProblems({
        passengers: [{ firstName: 'Zoë', lastName: 'O’Neil-Smith' }],
        contact: { email: ' n@mail.example ', phone: '081' },
        notes: '',
      }),
    ).toEqual({});
  });

  it('says by field what the server would refuse', () => {
    const problems = holdProblems({
      passengers: [nattaya, { firstName: 'ณัฐยา', lastName: 'Mrs Wongthai' }],
      contact: { email: 'no address', phone: '-' },
      notes: '',
    });
    expect(problems).toEqual({
      'passengers.1.firstName': { code: 'passenger_name.thai' },
      'passengers.1.lastName': { code: 'passenger_name.title', values: { title: 'Mrs' } },
      'contact.email': { code: 'booking.email' },
      'contact.phone': { code: 'booking.phone' },
    });
    expect(bookingFieldNames(2)).toEqual(expect.arrayContaining(Object.keys(problems)));
  });

  it('leaves empty fields to bookingProblems', () => {
    const empty = {
      passengers: [namelessPassenger],
      contact: { email: ' ', phone: '' },
      notes: '',
    };
    expect(holdProblems(empty)).toEqual({});
  });
});

it('bookingFieldNames has all about the passengers before the contact', () => {
  expect(bookingFieldNames(2)).toEqual([
    'passengers.0.title',
    'passengers.0.firstName',
    'passengers.0.lastName',
    'passengers.0.gender',
    'passengers.0.birthDate',
    'passengers.1.title',
    'passengers.1.firstName',
    'passengers.1.lastName',
    'passengers.1.gender',
    'passengers.1.birthDate',
    'contact.email',
    'contact.phone',
  ]);
});

it('birthDateProblems are of days that are none or still to come; an empty one is fine', () => {
  const given = ['', '31/5/1990', '31/6/1990', '1/1/2027'].map((birthDate) => ({ birthDate }));
  expect(birthDateProblems([...given, {}], '2026-11-26')).toEqual({
    'passengers.2.birthDate': { code: 'passenger_list.birth_date' },
    'passengers.3.birthDate': { code: 'passenger_list.birth_in_future' },
  });
});

it('unsentBookings are those of the address that neither reached the server nor were dismissed', () => {
  const booking = holdBooking(complete, context);
  const others = [
    { ...booking, serverId: '7' },
    { ...booking, isDismissed: true },
    { ...booking, userId: 'malee@bkksiam.example' },
  ];
  expect(unsentBookings([...others, booking], 'N@BKKSiam.example')).toEqual([booking]);
  expect(unsentBookings([{ ...booking, userId: '' }], '')).toEqual([]);
});
