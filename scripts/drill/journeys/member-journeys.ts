import type { Journey, JourneyContext } from './context.ts';
import type { JourneyUser } from './user.ts';

/** Saved travellers: one is added, changed and deleted. */
async function keepTravellers(context: JourneyContext): Promise<void> {
  const member = await context.member(await context.newMember('travelling'));
  await member.open('/dashboard/bookings');
  await member.press(member.link('travellers:link'));
  await member.press(member.button('travellers:add'));
  await member.type(member.field('bookings:form.lastName'), 'Jaidee');
  await member.type(member.field('bookings:form.firstName'), 'Ploy');
  await member.type(member.field('bookings:form.birthDate'), '31/5/2015');
  await member.press(member.button('travellers:save'));
  await member.press(member.button('travellers:changeNamed'));
  await member.type(member.field('bookings:form.firstName'), 'Ploysai');
  await member.press(member.button('travellers:save'));
  await member.press(member.button('travellers:deleteNamed'));
  await member.press(member.button('travellers:delete', {}, member.dialog));
  await member.see(member.text('travellers:empty'));
}

async function changeNotifications(member: JourneyUser): Promise<void> {
  await member.press(member.button('notifications:title'));
  await member.press(member.button('notifications:settings.title', {}, member.dialog));
  const mails = member.dialog.getByRole('checkbox', {
    name: member.t('notifications:settings.channel.mail'),
  });
  await member.press(mails.first());
  await member.press(member.button('action.close', {}, member.dialog));
}

/** The phone number, the notifications, and the sign-out. */
async function changeProfile(context: JourneyContext): Promise<void> {
  const member = await context.member(await context.newMember('profile'));
  await member.open('/dashboard');
  await member.goTo('nav.profile');
  await member.type(member.field('members.profile.phone'), '081 234 5678');
  await member.press(member.button('members.profile.save'));
  await member.see(member.text('members.profile.saved'));
  await changeNotifications(member);
  if (member.isPhone) await member.press(member.button('nav.openMenu'));
  await member.press(member.button('nav.logOut'));
  await member.see(member.text('toast.signedOut'));
}

export const memberJourneys: readonly Journey[] = [
  { name: 'a member keeps travellers', run: keepTravellers },
  { name: 'a member changes the profile and signs out', run: changeProfile },
];
