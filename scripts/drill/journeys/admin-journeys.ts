import { readConfig } from '../../../apps/server/src/config.ts';
import { withAdminClient } from '../../../apps/server/src/db/admin-server.ts';
import type { RunningSite } from '../../../e2e/support/site.ts';
import type { Journey, JourneyContext } from './context.ts';
import { bookingPane, recordPayment } from './steps.ts';
import type { JourneyUser } from './user.ts';

/** A tab of a list, with or without its count. */
const tab = (admin: JourneyUser, text: string) =>
  admin.page.getByRole('button', { name: text }).filter({ visible: true }).first();

async function openBookings(context: JourneyContext): Promise<JourneyUser> {
  const admin = await context.admin();
  await admin.open('/admin');
  await admin.goTo('sidebar.bookings');
  return admin;
}

/** The payment of a booking that is due today, by the keys at the foot where there is a keyboard. */
async function recordDuePayment(context: JourneyContext): Promise<void> {
  const admin = await openBookings(context);
  await admin.press(tab(admin, admin.t('adminBookings:filter.dueToday')));
  const row = admin.named('link', /BKK-4WX8TPR3/);
  if (admin.isPhone) {
    await admin.press(row);
    await recordPayment(admin, '2612-0301');
  } else {
    await admin.see(row);
    await admin.key('ArrowDown');
    await admin.key('Enter');
    await admin.see(bookingPane(admin));
    await admin.key('r');
    await admin.key('Tab');
    await admin.typeKeys('2612-0301');
    await admin.key('Enter');
  }
  await admin.see(bookingPane(admin).getByText('CONFIRMED', { exact: true }));
}

/** A hold lasts longer; another booking is cancelled. */
async function extendAndCancel(context: JourneyContext): Promise<void> {
  const admin = await openBookings(context);
  await admin.press(admin.named('link', /BKK-Q6N5VZ2J/));
  const pane = bookingPane(admin);
  await admin.press(admin.button('adminBookings:extend.action', {}, pane));
  await admin.press(admin.button('adminBookings:extend.confirm', {}, admin.dialog));
  await admin.see(admin.text('adminBookings:done.extend'));
  await admin.press(admin.button('action.close', {}, pane));
  await admin.press(admin.named('link', /BKK-7H2KQ9MD/));
  await admin.press(admin.button('adminBookings:cancel.action', {}, pane));
  await admin.type(admin.field('adminBookings:cancel.reason', admin.dialog), 'No answer');
  await admin.press(admin.button('adminBookings:cancel.confirm', {}, admin.dialog));
  await admin.see(pane.getByText('CANCELLED', { exact: true }));
}

/** A booking, a flight, a request and a member by the search that Ctrl K opens. */
async function findAnything(context: JourneyContext): Promise<void> {
  const admin = await context.admin();
  await admin.open('/admin');
  const searches = [
    { text: 'BKK-M3D7YC8H', found: /BKK-M3D7YC8H/ },
    { text: 'TG 103', found: /^TG 103/ },
    { text: 'malee@', found: /malee@/ },
    { text: '00000103', found: /00000103/ },
  ];
  for (const { text, found } of searches) {
    if (admin.isPhone) await admin.press(admin.button('admin.find.title'));
    else await admin.key('Control+k');
    await admin.see(admin.dialog.getByRole('combobox'));
    await admin.typeKeys(text);
    await admin.press(admin.page.getByRole('option', { name: found }).first());
  }
  await admin.see(admin.button('offers:writeAnother', {}, admin.dialog));
}

/** Gives up a message to a member, which no journey can await: mails wait at night. */
async function giveUpMessage({ dataDir }: RunningSite): Promise<void> {
  const config = readConfig({ ...process.env, DATA_DIR: dataDir });
  await withAdminClient(config, async (client) => {
    await client.query(
      `insert into bkk_outbox (key, channel, user_id, event, attempts, last_failure, failed_at)
        select 'given up', 'mail', id, 'test.event', 30, 'EMESSAGE 550', now()
        from auth.users where email = 'malee@bkksiam.example'`,
    );
  });
}

/** A message that was given up is sent again, and a sign-in is found in the log. */
async function retryMessage(context: JourneyContext): Promise<void> {
  await giveUpMessage(context.site);
  const admin = await context.admin();
  await admin.open('/admin');
  await admin.goTo('sidebar.messages');
  await admin.press(admin.button('messages:retryFor'));
  await admin.see(admin.text('messages:retried'));
  await admin.goTo('admin.logs.title');
  await admin.type(admin.field('admin.logs.search'), 'admin@');
  const download = admin.page.waitForEvent('download');
  await admin.press(admin.button('admin.logs.export'));
  await download;
}

/** News are written and published. */
async function publishNews(context: JourneyContext): Promise<void> {
  const admin = await context.admin();
  await admin.open('/admin');
  await admin.goTo('admin.news.title');
  await admin.press(admin.link('admin.news.new'));
  const title = 'Gate change';
  await admin.type(admin.field('admin.news.column.title'), title);
  await admin.type(admin.field('admin.news.excerpt'), 'Gate 7');
  await admin.press(admin.button('admin.news.save'));
  await admin.press(admin.button('admin.news.actionsFor', { title }));
  await admin.press(admin.find('menuitem', 'admin.news.publish'));
  await admin.see(admin.text('admin.news.done.publish'));
}

export const adminJourneys: readonly Journey[] = [
  { name: 'an admin records a payment that is due', run: recordDuePayment },
  { name: 'an admin extends a hold and cancels another', run: extendAndCancel },
  { name: 'an admin finds anything by Ctrl K', run: findAnything },
  { name: 'an admin sends a message again', run: retryMessage },
  { name: 'an admin publishes news', run: publishNews },
];
