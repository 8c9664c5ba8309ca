import { afterEach, beforeEach, expect, test } from 'vitest';
import { members } from '../../apps/server/src/testing/rest-service.ts';
import { startBookingDatabase, type BookingDatabase } from './booking-fixture.ts';

let db: BookingDatabase;
beforeEach(async () => {
  db = await startBookingDatabase();
});
afterEach(() => db.drop());

test('smoke', async () => {
  const b = await db.held();
  console.log(b, await db.events(b.booking_id), await db.mails());
  const c = (name: string, v: object, who = members.somchai) => db.call(who, name, { p_booking_id: b.booking_id, ...v });
  console.log(await c('bkk_set_passengers', { p_passengers: [{first_name:'A', last_name:'B'},{},{type:'child'}] }, members.nattaya));
  console.log(await c('bkk_admin_extend_hold', { p_hold_expires_at: new Date(Date.now()+80*3600e3).toISOString() }));
  console.log(await c('bkk_admin_price_booking', { p_lines: [{label:'Adult', count: 2, price_satang: 100}], p_total_satang: 200, p_deposit_satang: 50 }));
  const said = await c('bkk_admin_record_payment', { p_amount_satang: 20, p_received_at: 'now', p_bank_reference: 'X', p_note: 'n', p_idempotency_key: members.somchai.id });
  console.log(said);
  console.log(await c('bkk_admin_record_payment', { p_amount_satang: 30, p_received_at: 'now', p_bank_reference: 'X', p_note: 'n', p_idempotency_key: members.nattaya.id }));
  console.log(await db.call(members.somchai,'bkk_admin_reverse_payment', { p_payment_id: JSON.parse(said).payment_id, p_note: 'n', p_idempotency_key: members.malee.id }));
  console.log(await c('bkk_admin_record_payment', { p_amount_satang: 300, p_received_at: 'now', p_bank_reference: 'X', p_note: 'n', p_idempotency_key: b.booking_id }));
  console.log(await c('bkk_set_passengers', { p_passengers: [{first_name:'A', last_name:'B'},{first_name:'A', last_name:'B'},{type:'child', first_name:'A', last_name:'B'}] }, members.nattaya));
  console.log(await c('bkk_admin_ticket', { p_pnr: 'ABCDEF', p_ticket_numbers: ['1234567890123','1234567890124','1234567890125'] }));
  const d = await db.held(members.nattaya, {slip: 'slip.png'});
  console.log(await db.call(members.somchai,'bkk_admin_refuse_deposit', {p_booking_id: d.booking_id, p_reason_en: 'a', p_reason_th: 'b'}));
  console.log(await db.call(members.somchai,'bkk_admin_cancel_booking', {p_booking_id: d.booking_id, p_reason: 'a'}));
  const e = await db.held(members.nattaya, {slip: 'slip.png'});
  const f = await db.held(members.nattaya);
  console.log(await db.call(members.nattaya,'bkk_cancel_booking', {p_booking_id: (await db.held()).booking_id, p_reason: 'a'}));
  for (const t of ["now() + interval '24 hours'", "now() + interval '47.5 hours'", "now() + interval '3 days'"])
  console.log(await db.test.sql(`select bkk_end_reviews(${t}), bkk_remind_holds(${t}),bkk_flag_overdue(${t}), bkk_expire_holds(${t})`));
  console.log(await db.events(b.booking_id), await db.events(e.booking_id), await db.events(f.booking_id), await db.mails());
});
