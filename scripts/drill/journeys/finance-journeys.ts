import { satangText } from '@bkksiam/domain/number-input';
import { readConfig } from '../../../apps/server/src/config.ts';
import { withAdminClient } from '../../../apps/server/src/db/admin-server.ts';
import type { RunningSite } from '../../../e2e/support/site.ts';
import { holdOwnSeats } from './booking-journeys.ts';
import { patternIn } from '../../../e2e/support/texts.ts';
import type { Journey, JourneyContext } from './context.ts';
import { acceptSlip, attachSlip, newReference } from './payment-journeys.ts';
import { openPayment } from './steps.ts';
import type { JourneyUser } from './user.ts';

interface Movement {
  readonly at: Date;
  readonly text: string;
  /** Of its booking or order. */
  readonly reference: string | null;
  /** Negative went out. */
  readonly satang: number;
}

/** A line of a statement as KBank writes it. */
function statementLine({ at, text, satang }: Movement): string {
  const local = new Date(at.getTime() + 7 * 3_600_000).toISOString();
  const [year = '', month = '', day = ''] = local.slice(0, 10).split('-');
  const amount = (Math.abs(satang) / 100).toFixed(2);
  const [out, received] = satang < 0 ? [amount, ''] : ['', amount];
  return `${day}-${month}-${year.slice(2)},${local.slice(11, 16)},${text},"${out}","${received}","0.00"\n`;
}

/** Imports a statement of the bank on the page of the finances. */
async function importStatement(admin: JourneyUser, movements: readonly Movement[]): Promise<void> {
  await admin.goTo('sidebar.finance');
  const open = admin.button('adminFinance:import.open');
  // The sums and the days are above.
  await admin.lookFor(open);
  await admin.press(open);
  const heading =
    'Account,000\nDate,Time/Eff.Date,Description,Withdrawal,Deposit,Outstanding Balance\n';
  await admin.chooseFile(
    admin.button('adminFinance:import.file', {}, admin.dialog),
    'statement.csv',
    heading + movements.map(statementLine).join(''),
  );
  await admin.see(admin.text('adminFinance:import.form.kbank'));
  await admin.type(admin.field('adminFinance:import.account', admin.dialog), '000-0-00000-0');
  const count = movements.length;
  await admin.press(admin.button('adminFinance:import.confirm', { count }, admin.dialog));
}

/** What moved at the bank today and is in no line of a statement yet. */
async function unmatchedToday({ dataDir }: RunningSite): Promise<readonly Movement[]> {
  const config = readConfig({ ...process.env, DATA_DIR: dataDir });
  return withAdminClient(config, async (client) => {
    const { rows } = await client.query<Movement>(
      `select posting.received_at as at, posting.bank_satang::float8 as satang,
         coalesce(booking.reference, shop.number) as reference,
         'TRANSFER ' || coalesce(slip.trans_ref, booking.reference, shop.number, posting.number::text) as text
       from public.bkk_credit_postings as posting
         left join public.bkk_slips as slip using (slip_id)
         left join public.bkk_bookings as booking on booking.booking_id = posting.booking_id
         left join public.bkk_orders as shop on shop.order_id = posting.order_id
       where posting.bank_satang <> 0
         and posting.received_at >= date_trunc('day', now(), 'Asia/Bangkok')
         and not exists (select from public.bkk_bank_lines as line where line.posting_id = posting.posting_id)
       order by posting.number`,
    );
    return rows;
  });
}

/** Confirms the line of a movement: of several transfers of its amount the one of its booking or order. */
async function confirmLine(admin: JourneyUser, movement: Movement): Promise<void> {
  const { text, satang, reference } = movement;
  const confirm = patternIn(admin.language)('adminFinance:line.confirmOne');
  const line = admin.page
    .getByRole('listitem')
    .filter({ hasText: text })
    .filter({ hasText: satangText(satang) })
    .filter({ has: admin.page.getByRole('button', { name: confirm }) })
    .first();
  const name = reference === null ? {} : { name: reference };
  await admin.press(admin.button('adminFinance:line.confirmOne', name, line));
  await admin.see(admin.text('adminFinance:line.done.confirm'));
}

/**
 * A slip is accepted, and a statement of the bank is read: with its lines confirmed the books of the day agree, bookings and
 * the shop together.
 */
async function compareBooks(context: JourneyContext): Promise<void> {
  const { member, reference } = await holdOwnSeats(context, 'matched');
  await openPayment(member);
  await attachSlip(member, newReference(), '1,234.50');
  const admin = await context.admin();
  await acceptSlip(admin, reference, '1,234.50');
  const movements = await unmatchedToday(context.site);
  await importStatement(admin, movements);
  // The newest line stands first.
  for (const movement of movements.toReversed()) await confirmLine(admin, movement);
  await admin.see(admin.text('adminFinance:agree.yes'));
}

export const financeJourneys: readonly Journey[] = [
  { name: 'a statement is matched, and the books agree', run: compareBooks },
];
