// Random sequences of every action on requests, offers, bookings, own seats and airlines' orders, with a fixed seed; `npm run drill -- bookings` runs
// many more by FUZZ_RUNS and FUZZ_SEED.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fuzzRuns, isWholeSuite } from '../../apps/server/src/testing/variations.ts';
import { steps } from './booking-walk-steps.ts';
import { BookingWalk } from './booking-walk.ts';

// A walk takes nearly half a second.
const runs = fuzzRuns(isWholeSuite ? 200 : 64);
/** Every action succeeds at least once in the walks of this seed. */
const seed = Number(process.env.FUZZ_SEED ?? 2);

let walk: BookingWalk;

beforeAll(async () => {
  walk = await BookingWalk.start();
});
afterAll(() => walk.drop());

const property = fc.asyncProperty(steps, async (sequence) => {
  await walk.clear();
  for (const step of sequence) await walk.take(step);
  await walk.checkSecrecy();
});

test(
  'no sequence of actions forbids itself a status, loses a passenger or a satang, changes an accepted price, leaves money without a deadline or a hold beyond its seats',
  async () => {
    await fc.assert(property, { numRuns: runs, seed });
    // A walk that is refused everywhere would find nothing.
    expect([...walk.done].sort()).toEqual(walk.actionNames);
  },
  60_000 + runs * 2_000,
);

/** Mistakes in SQL: a function, a part of it, and what stands there instead. */
const mistakes = [
  ['apply_payments', 'former.paid_satang >= former.deposit_satang', 'former.paid_satang > 0'],
  ['add_payment', 'paid_satang + new.amount_satang', 'paid_satang + new.amount_satang - 1'],
  ['lock_booking', 'locked.version is distinct from p_version', 'false'],
  ['lock_booking', 'p_as_admin or booking.user_id = auth.uid()', 'true'],
  ['bkk_set_passengers', 'is distinct from (booking.pax_adt', '< (booking.pax_adt'],
  ['bkk_admin_price_booking', 'booking.offer_version is not null', 'false'],
  ['open_offer', 'offer.valid_until <= now()', 'false'],
  ['expire_holds', `booking.status = 'HOLD' and`, ''],
  ['bkk_admin_ticket', 'not booking.has_all_names', 'false'],
  ['bkk_admin_reverse_payment', 'bkk_internal.require_admin(', 'bkk_internal.require_member('],
  [
    'check_booking',
    'new.review_until, new.deposit_due_at, new.hold_expires_at',
    'new.review_until',
  ],
  ['check_booking', 'new.balance_due_at, new.hold_expires_at', 'new.balance_due_at'],
  ['hold_limit', 'bkk_internal.first_departure(p_booking)', 'null'],
  ['hold_limit', `taken.state = 'held'`, 'false'],
  ['hold_limit', `supplier.state <> 'paid'`, 'false'],
] as const;

test.runIf(isWholeSuite).each(mistakes)(
  'a mistake in %s is found: %s',
  async (name, right, wrong) => {
    const restore = await walk.replaceInFunction(name, right, wrong);
    try {
      const found = await fc.check(property, {
        numRuns: 300,
        seed: 20_261_126,
        endOnFailure: true,
      });
      expect(found.failed).toBe(true);
    } finally {
      await restore();
    }
  },
  600_000,
);
