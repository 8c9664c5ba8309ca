import { bangkokDay, bangkokLocal } from './bangkok.ts';
import { toInstant } from './zoned-time.ts';

/** The deadlines of an offer as local times in Bangkok: `2026-12-05T18:00`. */
export interface OfferDeadlines {
  readonly validUntil: string;
  readonly holdExpiresAt: string;
  readonly depositDueAt: string;
  readonly balanceDueAt: string;
  readonly namesDueAt: string;
}

const dayMs = 86_400_000;

/** A Bangkok time of a day, so many days from an instant. */
function onDay(instant: number, days: number, clock: string): number {
  const local = `${bangkokDay(instant + days * dayMs)}T${clock}`;
  return toInstant({ local, zone: 'Asia/Bangkok' }) ?? instant;
}

/**
 * Deadlines that suit a departure: two days to answer, the seats held and the deposit due a day later, the names two
 * weeks and the balance a month before departure. Close to the departure they move together and stay before it.
 *
 * @param departure its instant; undefined where no flight is written yet
 */
export function defaultDeadlines(now: Date, departure: number | undefined): OfferDeadlines {
  const start = now.getTime();
  const last = departure === undefined ? Infinity : departure - dayMs / 2;
  const within = (instant: number) => Math.min(instant, last);
  const valid = within(onDay(start, 2, '18:00'));
  const hold = within(onDay(start, 3, '18:00'));
  // Not before the deposit, which is due first.
  const before = (days: number) =>
    departure === undefined ? hold : within(Math.max(hold, onDay(departure, -days, '18:00')));
  return {
    validUntil: bangkokLocal(valid),
    holdExpiresAt: bangkokLocal(hold),
    depositDueAt: bangkokLocal(hold),
    balanceDueAt: bangkokLocal(before(30)),
    namesDueAt: bangkokLocal(before(14)),
  };
}

const depositShare = 0.2;
const wholeBaht = 100_00;

/** A fifth of the total, rounded up to a hundred baht. */
export function defaultDeposit(totalSatang: number): number {
  return Math.min(totalSatang, Math.ceil((totalSatang * depositShare) / wholeBaht) * wholeBaht);
}
