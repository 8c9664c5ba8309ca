import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bookingProblems, checkSlip, holdBooking } from './booking.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 12 });
const passenger = fc.record({ firstName: text, lastName: text });
const fields = fc.record({
  passengers: fc.array(passenger, { minLength: 1, maxLength: 9 }),
  contact: fc.record({ email: text, phone: text }),
  notes: text,
});
const context = fc.record({
  flightId: text,
  userEmail: text,
  slipName: fc.option(text),
  now: fc.date({
    min: new Date('2020-01-01T00:00:00Z'),
    max: new Date('2100-01-01T00:00:00Z'),
    noInvalidDate: true,
  }),
});
it('a booking is refused exactly where something is blank, names first', () => {
  fc.assert(
    fc.property(fields, (typed) => {
      const names = typed.passengers.flatMap(({ firstName, lastName }) => [firstName, lastName]);
      const { email, phone } = typed.contact;
      const blank = (texts: readonly string[]) => texts.filter((one) => one.trim() === '').length;
      const found = bookingProblems(typed);
      expect(found.map(({ code, fields: about }) => [code, about.length])).toEqual(
        [
          ['booking.missing_name', blank(names)] as const,
          ['booking.missing_contact', blank([email, phone])] as const,
        ].filter(([, count]) => count > 0),
      );
    }),
  );
});

it('what is held is read back as it was, for 48 hours, with the status its slip asks for', () => {
  fc.assert(
    fc.property(fields, context, (typed, when) => {
      const booking = holdBooking(typed, when);
      const stored: unknown = JSON.parse(JSON.stringify(booking));
      expect(stored).toEqual(booking);
      expect(Date.parse(booking.holdExpiry) - Date.parse(booking.createdAt)).toBe(172_800_000);
      expect(booking.id).toBe(`BKK-${String(when.now.getTime())}`);
      expect(booking.status).toBe(when.slipName === null ? 'HOLD' : 'DEPOSIT_PENDING');
      expect(bookingProblems(booking)).toEqual(bookingProblems(typed));
    }),
  );
});

it('the size of a slip decides only at its limit', () => {
  fc.assert(
    fc.property(fc.nat({ max: 20 * 1024 * 1024 }), (size) => {
      const found = checkSlip({ name: 'slip.pdf', type: 'application/pdf', size });
      expect(found === null).toBe(size <= 5_242_880);
    }),
  );
});
