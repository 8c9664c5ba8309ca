import { expect } from '@playwright/test';
import { holdOwnSeats } from './booking-journeys.ts';
import type { Journey, JourneyContext } from './context.ts';
import { openNotification } from './steps.ts';
import type { JourneyUser } from './user.ts';

/** Opens a question by its subject in the queue, and answers it. */
async function answerQuestion(admin: JourneyUser, subject: string, text: string): Promise<void> {
  await admin.open('/admin');
  await admin.goTo('sidebar.questions');
  await admin.press(admin.page.getByRole('link', { name: subject }).first());
  await admin.type(admin.field('adminSupport:write.answerLabel'), text);
  await admin.press(admin.button('adminSupport:write.send'));
  await admin.see(admin.page.getByRole('log').getByText(text));
}

async function mailedLink({ site }: JourneyContext, address: string): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(async () => {
      const mails = await site.mailsTo(address);
      return (link = /\/support\/ticket#\S+/.exec(mails.at(-1)?.text ?? '')?.[0]);
    })
    .not.toBeUndefined();
  return link ?? '';
}

/** From the contact form of a visitor to the answer behind the mailed link, and a reply. */
async function askAsVisitor(context: JourneyContext): Promise<void> {
  const visitor = await context.visitor();
  const address = `asks-${context.language}-${String(context.isPhone)}@mail.example`;
  const subject = `สัมภาระ ${address}`;
  await visitor.open('/contact');
  await visitor.type(visitor.field('pages.contact.name'), 'อาทิตย์ แสงทอง');
  await visitor.type(visitor.field('pages.contact.email'), address);
  await visitor.type(visitor.field('pages.contact.subject'), subject);
  await visitor.type(visitor.field('pages.contact.message'), 'โหลดกระเป๋าได้กี่กิโล');
  await visitor.press(visitor.button('pages.contact.submit'));
  await visitor.see(visitor.text('support:contact.mailed'));
  const admin = await context.admin();
  await answerQuestion(admin, subject, '20 กิโลกรัมต่อคน');
  await visitor.open(await mailedLink(context, address));
  await visitor.see(visitor.page.getByText('20 กิโลกรัมต่อคน'));
  await admin.meanwhile(async () => {
    await visitor.type(visitor.field('support:write.label'), 'ขอบคุณค่ะ');
    await visitor.press(visitor.button('support:write.send'));
  });
  await admin.see(admin.page.getByRole('log').getByText('ขอบคุณค่ะ'));
}

/** A question about a booking, from its page; the answer comes while the member looks. */
async function askAboutBooking(context: JourneyContext): Promise<void> {
  const { member, reference } = await holdOwnSeats(context, 'asking');
  const write = member.link('bookings:help.write');
  await member.lookFor(write);
  await member.press(write);
  await member.type(member.field('support:form.text'), 'เปลี่ยนชื่อผู้โดยสารได้ไหม');
  await member.press(member.button('support:form.submit'));
  await member.see(member.page.getByRole('log'));
  const admin = await context.admin();
  await member.meanwhile(() => answerQuestion(admin, reference, 'ได้ ส่งชื่อใหม่มาที่นี่'));
  await member.see(member.page.getByRole('log').getByText('ได้ ส่งชื่อใหม่มาที่นี่'));
  await openNotification(member, 'notifications:event.support.answered.title');
  await admin.meanwhile(async () => {
    await member.press(member.button('support:thread.solve'));
    await member.see(member.text('support:thread.solvedBy.customer'));
  });
  await admin.press(admin.link('adminSupport:about.booking', { reference }));
  await admin.see(admin.find('region', 'adminBookings:one'));
}

export const supportJourneys: readonly Journey[] = [
  { name: 'a visitor asks, and reads the answer', run: askAsVisitor },
  { name: 'a member asks about a booking', run: askAboutBooking },
];
