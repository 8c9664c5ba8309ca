import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { members } from '../../apps/server/src/testing/rest-service.ts';
import { shareDatabase } from '../../apps/server/src/testing/shared-database.ts';
import { startBookingDatabase } from './booking-fixture.ts';
import type { SignedInUser } from './member-database.ts';

const { nattaya, somchai, malee } = members;

/** Somchai and Malee are admins; the bookings are Nattaya's. The limit of approvals is 20,000 baht. */
const db = shareDatabase(startBookingDatabase);

beforeAll(async () => {
  await db.test.sql(`select bkk_internal.set_features('{bookings,payments}')`);
  await db.test.sql(`update bkk_user_roles set role = 'admin' where user_id = $1`, [malee.id]);
});

interface Answer {
  readonly approval_id?: string;
  readonly payment_id?: string;
  readonly status?: string;
  readonly amount_satang?: number;
}

const parse = (said: string) => JSON.parse(said) as Answer;

const recordPayment = (id: string, satang: number, key: string = randomUUID()) =>
  db.call(somchai, 'bkk_admin_record_payment', {
    p_booking_id: id,
    p_amount_satang: satang,
    p_received_at: new Date(Date.now() - 3_600_000).toISOString(),
    p_bank_reference: 'KB123',
    p_note: null,
    p_idempotency_key: key,
  });

const decide = (approvalId: string | undefined, approve: boolean, who: SignedInUser = malee) =>
  db.call(who, 'bkk_admin_decide_approval', {
    p_approval_id: approvalId,
    p_approve: approve,
    p_note: approve ? null : 'not on the statement',
  });

/** A booking of 60,000 baht, and what the call of a payment answers if one is made. */
async function pricedBooking(paid = 0): Promise<string> {
  await db.test.sql(
    `update bkk_bookings set status = 'CANCELLED' where status in ('HOLD', 'DEPOSIT_PENDING')`,
  );
  const { booking_id: id } = await db.held();
  const priced = await db.call(somchai, 'bkk_admin_price_booking', {
    p_booking_id: id,
    p_lines: [
      { label: 'Adult fare', type: 'adult', count: 2, price_satang: 2_000_000 },
      { label: 'Child fare', type: 'child', count: 1, price_satang: 2_000_000 },
    ],
    p_total_satang: 6_000_000,
    p_deposit_satang: 1_000_000,
  });
  expect(priced).toBe('done');
  if (paid > 0) parse(await recordPayment(id, paid));
  return id;
}

const cancel = (id: string) =>
  db.call(somchai, 'bkk_admin_cancel_booking', { p_booking_id: id, p_reason: 'The member asked.' });

async function refundOf(id: string): Promise<{ refund_id: string; status: string }> {
  const [row] = await db.rows(
    nattaya,
    'select refund_id, status from bkk_refunds where booking_id = $1',
    [id],
  );
  return row as unknown as { refund_id: string; status: string };
}

const decideRefund = (refundId: string, fee: number, key: string = randomUUID()) =>
  db.call(somchai, 'bkk_admin_decide_refund', {
    p_refund_id: refundId,
    p_fee_satang: fee,
    p_note: 'as the conditions say',
    p_idempotency_key: key,
  });

/** The sums of the accounts of a booking's postings, without those that are zero. */
async function sumsOf(id: string): Promise<Readonly<Record<string, number>>> {
  const rows = await db.test.sql<{ account: string; sum: string }>(
    `select entry.account, sum(entry.amount_satang) from bkk_credit_entries as entry
        join bkk_credit_postings as posting using (posting_id)
      where posting.booking_id = $1 group by entry.account having sum(entry.amount_satang) <> 0`,
    [id],
  );
  return Object.fromEntries(rows.map(({ account, sum }) => [account, Number(sum)]));
}

const ledgerAgrees = async () => {
  const [row] = await db.test.sql(`select bkk_internal.check_ledger(now())::integer as found`);
  return row?.found;
};

describe('an amount above the limit', () => {
  test('waits for a second admin, and the hold is reviewed meanwhile', async () => {
    const id = await pricedBooking();
    const key = randomUUID();
    const asked = parse(await recordPayment(id, 2_000_001, key));
    expect(asked).toMatchObject({ status: 'DEPOSIT_PENDING', amount_satang: 2_000_001 });
    expect(parse(await recordPayment(id, 2_000_001, key)).approval_id).toBe(asked.approval_id);
    expect(await sumsOf(id)).toEqual({});
    expect(await decide(asked.approval_id, true, somchai)).toBe(
      '42501 Another admin has to approve what you have asked for.',
    );
    expect(await decide(asked.approval_id, true, nattaya)).toBe('42501 Only an admin can do this.');
    const done = parse(await decide(asked.approval_id, true));
    expect(done).toMatchObject({ status: 'CONFIRMED', decision: 'approved' });
    expect(await sumsOf(id)).toEqual({ bank: -2_000_001, booking: 2_000_001 });
    expect(await decide(asked.approval_id, true)).toMatch(/^PT409 This was decided already/);
    const mails = await db.mails();
    expect(mails).toContain('admin.approval_asked malee');
    expect(mails).toContain('admin.approval_decided somchai');
  });

  test('that is refused changes nothing, and says why', async () => {
    const id = await pricedBooking();
    const asked = parse(await recordPayment(id, 2_500_000));
    const without = await db.call(malee, 'bkk_admin_decide_approval', {
      p_approval_id: asked.approval_id,
      p_approve: false,
      p_note: ' ',
    });
    expect(without).toBe('PT400 Say why it is refused.');
    await decide(asked.approval_id, false);
    expect(await sumsOf(id)).toEqual({});
    const [row] = await db.rows(
      somchai,
      'select decision, decided_note, is_mine from bkk_approvals_admin_view where approval_id = $1',
      [asked.approval_id ?? null],
    );
    expect(row).toEqual({
      decision: 'refused',
      decided_note: 'not on the statement',
      is_mine: true,
    });
    expect((await db.events(id)).slice(-2)).toEqual(['approval_asked', 'approval_refused']);
  });

  test('reverses a payment or gives credit with the second admin alone', async () => {
    const id = await pricedBooking();
    const asked = parse(await recordPayment(id, 3_000_000));
    const { payment_id: paymentId } = parse(await decide(asked.approval_id, true));
    const reversal = parse(
      await db.call(somchai, 'bkk_admin_reverse_payment', {
        p_payment_id: paymentId,
        p_note: 'twice',
        p_idempotency_key: randomUUID(),
      }),
    );
    await decide(reversal.approval_id, true);
    expect(await sumsOf(id)).toEqual({});
    const credit = parse(
      await db.call(somchai, 'bkk_admin_change_credit', {
        p_user_id: nattaya.id,
        p_amount_satang: 2_000_100,
        p_note: 'goodwill',
        p_idempotency_key: randomUUID(),
      }),
    );
    expect(parse(await decide(credit.approval_id, true))).toMatchObject({ decision: 'approved' });
    expect(await ledgerAgrees()).toBe(0);
  });

  test('is done at once without a limit, and with the feature off', async () => {
    await db.test.sql('select bkk_internal.set_approval_limit(null)');
    expect(await sumsOf(await pricedBooking(2_000_001))).toEqual({
      bank: -2_000_001,
      booking: 2_000_001,
    });
    await db.test.sql('select bkk_internal.set_approval_limit(20000)');
    await expect(db.test.sql('select bkk_internal.set_approval_limit(-1)')).rejects.toThrow(
      'limit',
    );
  });
});

describe('a refund', () => {
  test('opens with the end of a paid booking, and goes to credit as the member says', async () => {
    const id = await pricedBooking(1_500_000);
    await cancel(id);
    const refund = await refundOf(id);
    expect(refund.status).toBe('OPEN');
    expect(await decideRefund(refund.refund_id, 1_500_001)).toMatch(/^PT400 The fee is between/);
    expect(parse(await decideRefund(refund.refund_id, 200_000))).toMatchObject({
      status: 'ACCOUNT',
      amount_satang: 1_300_000,
    });
    expect(await sumsOf(id)).toEqual({ bank: -1_500_000, fees: 200_000, refunds_due: 1_300_000 });
    const taken = await db.call(nattaya, 'bkk_take_refund_as_credit', {
      p_refund_id: refund.refund_id,
    });
    expect(parse(taken).status).toBe('REFUNDED');
    expect(await sumsOf(id)).toEqual({ bank: -1_500_000, fees: 200_000, credit: 1_300_000 });
    expect(Number((await db.booking(id)).paid_satang)).toBe(0);
    expect(await ledgerAgrees()).toBe(0);
  });

  test('goes to the bank account of the member, whose number is deleted 30 days later', async () => {
    const id = await pricedBooking(1_000_000);
    await cancel(id);
    const { refund_id: refundId } = await refundOf(id);
    await decideRefund(refundId, 0);
    const store = (who: SignedInUser) =>
      db.test.sql(
        `select bkk_store_refund_account($1, $2, '004', 'Nattaya W.', 'sealed', '4417')`,
        [refundId, who.id],
      );
    await expect(store(somchai)).rejects.toMatchObject({ hint: 'bkk.refund_unknown' });
    await store(nattaya);
    expect(
      await db.rows(nattaya, 'select account_ending from bkk_refunds where refund_id = $1', [
        refundId,
      ]),
    ).toEqual([{ account_ending: '4417' }]);
    expect(await db.resultOf(nattaya, 'select account_sealed from bkk_refunds')).toBe('42501');
    await expect(
      db.test.sql('select bkk_internal.erase_user($1)', [nattaya.id]),
    ).rejects.toMatchObject({ code: 'PT409' });
    const pay = () =>
      db.call(somchai, 'bkk_admin_pay_refund', {
        p_refund_id: refundId,
        p_paid_at: new Date(Date.now() - 60_000).toISOString(),
        p_bank_reference: 'SCB9',
      });
    expect(parse(await pay()).status).toBe('REFUNDED');
    expect(parse(await pay()).status).toBe('REFUNDED');
    expect(await sumsOf(id)).toEqual({});
    const deleteAfter = (days: number) =>
      db.test.sql(
        `select bkk_internal.delete_refund_accounts(now() + make_interval(days => $1))::integer as deleted`,
        [days],
      );
    expect(await deleteAfter(29)).toEqual([{ deleted: 0 }]);
    expect(await deleteAfter(31)).toEqual([{ deleted: 1 }]);
  });

  test('above the limit waits for a second admin, and nothing to give back ends it', async () => {
    const id = await pricedBooking();
    const asked = parse(await recordPayment(id, 6_000_000));
    await decide(asked.approval_id, true);
    await cancel(id);
    const { refund_id: refundId } = await refundOf(id);
    const waiting = parse(await decideRefund(refundId, 1_000_000));
    expect(waiting).toMatchObject({ amount_satang: 5_000_000 });
    expect(await decideRefund(refundId, 0)).toMatch(/^PT409 This refund waits for a second admin/);
    expect(parse(await decide(waiting.approval_id, true))).toMatchObject({ status: 'ACCOUNT' });

    const kept = await pricedBooking(500_000);
    await cancel(kept);
    expect(parse(await decideRefund((await refundOf(kept)).refund_id, 500_000)).status).toBe(
      'NOTHING',
    );
    expect(await sumsOf(kept)).toEqual({ bank: -500_000, fees: 500_000 });
    expect(await ledgerAgrees()).toBe(0);
    const counts = await db.call(somchai, 'bkk_admin_count_refunds', { p_search: '' });
    expect(JSON.parse(counts)).toMatchObject({ open: 1, ACCOUNT: 1, NOTHING: 1 });
  });
});
