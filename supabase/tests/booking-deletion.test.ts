import { expect, test } from 'vitest';
import { members } from '../../apps/server/src/testing/rest-service.ts';
import { shareDatabase } from '../../apps/server/src/testing/shared-database.ts';
import { startBookingDatabase } from './booking-fixture.ts';

const { nattaya, somchai } = members;

const db = shareDatabase(startBookingDatabase);

const deleteNattaya = () => db.test.sql('delete from auth.users where id = $1', [nattaya.id]);

test('an account with an open booking is not deleted, and the error names the booking', async () => {
  const { reference } = await db.held();
  await expect(deleteNattaya()).rejects.toMatchObject({
    code: 'PT409',
    message: `This user has the open booking ${reference}. Cancel it or issue its tickets first.`,
  });
});

test('a hold whose time is over does not keep its account, whether the clock has run or not', async () => {
  const { booking_id } = await db.held();
  await db.put(booking_id, `hold_expires_at = now() - interval '1 second'`);
  await deleteNattaya();
  expect(await db.booking(booking_id)).toMatchObject({ user_id: null });
});

test('a deleted account leaves its booking`s amounts without the people in it', async () => {
  const { booking_id } = await db.held(nattaya, { slip: 'slip.jpg' });
  await db.call(somchai, 'bkk_admin_refuse_deposit', {
    p_booking_id: booking_id,
    p_reason_en: 'The slip is not of Nattaya',
    p_reason_th: 'Nattaya',
  });
  await db.call(somchai, 'bkk_admin_record_payment', {
    p_booking_id: booking_id,
    p_amount_satang: 500,
    p_received_at: new Date().toISOString(),
    p_bank_reference: 'KB123',
    p_note: 'Nattaya paid in cash',
    p_idempotency_key: booking_id,
  });
  await db.call(somchai, 'bkk_admin_cancel_booking', {
    p_booking_id: booking_id,
    p_reason: 'Nattaya asked for it',
  });
  await deleteNattaya();
  const row = await db.booking(booking_id);
  expect(row).toMatchObject({
    user_id: null,
    status: 'CANCELLED',
    paid_satang: '500',
    contact_email: null,
    contact_phone: null,
    notes: null,
    member_email: null,
    member_name: null,
  });
  const people = await db.test.sql(
    `select first_name, last_name, birth_date, type from bkk_booking_passengers order by position`,
  );
  const gone = { first_name: null, last_name: null, birth_date: null };
  expect(people).toEqual(['adult', 'adult', 'child'].map((type) => ({ ...gone, type })));
  const history = await db.test.sql(
    `select event, details ->> 'reason_en' as reason, details ? 'hold_expires_at' as has_deadline
      from bkk_booking_events where event = 'deposit_refused'`,
  );
  expect(history).toEqual([{ event: 'deposit_refused', reason: null, has_deadline: true }]);
  for (const table of ['bkk_booking_events', 'bkk_booking_payments'])
    expect(JSON.stringify(await db.test.sql(`select * from ${table}`))).not.toContain('Nattaya');
});

test('an export has the bookings of a member with their passengers and payments, without the agency`s notes', async () => {
  const { reference } = await db.held();
  const [row] = await db.test.sql<{ data: { bookings: unknown } }>(
    'select bkk_internal.export_user($1) as data',
    [nattaya.id],
  );
  expect(row?.data.bookings).toMatchObject([
    {
      reference,
      passengers: [{ first_name: 'Nattaya' }, {}, {}],
      events: [{ event: 'hold_placed' }],
    },
  ]);
  expect(JSON.stringify(row?.data.bookings)).not.toContain('flags');
});
