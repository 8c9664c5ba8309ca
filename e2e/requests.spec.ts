import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import type { Email } from 'postal-mime';
import englishBookings from '../apps/web/public/locales/en/bookings.json' with { type: 'json' };
import englishOffers from '../apps/web/public/locales/en/offers.json' with { type: 'json' };
import englishRequests from '../apps/web/public/locales/en/requests.json' with { type: 'json' };
import thaiBookings from '../apps/web/public/locales/th/bookings.json' with { type: 'json' };
import thaiOffers from '../apps/web/public/locales/th/offers.json' with { type: 'json' };
import thaiRequests from '../apps/web/public/locales/th/requests.json' with { type: 'json' };
import { english as englishMails } from '../supabase/functions/_shared/messages/message-texts-en.ts';
import { thai as thaiMails } from '../supabase/functions/_shared/messages/message-texts-th.ts';
import { newMember, startSession } from './support/accounts.ts';
import { expect, languagesInTest, test } from './support/fixtures.ts';
import { horizontalOverflow } from './support/overflow.ts';
import type { RunningSite } from './support/site.ts';
import { baht, filled, textIn } from './support/texts.ts';
import { issueTickets, pnr } from './support/ticketing.ts';

const texts = {
  en: {
    bookings: englishBookings,
    offers: englishOffers,
    requests: englishRequests,
    mails: englishMails,
  },
  th: {
    bookings: thaiBookings,
    offers: thaiOffers,
    requests: thaiRequests,
    mails: thaiMails,
  },
};

const tickets = ['2172403456789', '2172403456790'] as const;

/** The mail to an address whose subject has these words, once it has left. */
async function mailAbout(site: RunningSite, address: string, words: string): Promise<Email> {
  const find = async () =>
    (await site.mailsTo(address)).find(({ subject }) => subject?.includes(words));
  await expect.poll(find).toBeDefined();
  const mail = await find();
  if (mail === undefined) throw new Error(`no mail about ${words}`);
  return mail;
}

/** The link of a mail to a page of the site. */
function pageIn({ text }: Email, site: RunningSite, path: string): string {
  const link = new RegExp(`${site.url}${path}\\S+`).exec(text ?? '')?.[0];
  if (link === undefined) throw new Error(`no link to ${path} in ${text ?? ''}`);
  return link;
}

/** Whether nothing lies over the middle of an element. */
const isInFront = (element: Locator) =>
  element.evaluate((shown) => {
    const { x, y, width, height } = shown.getBoundingClientRect();
    return shown.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });

test.use({ features: 'airlines' });

for (const language of languagesInTest('th')) {
  const t = textIn(language);
  const text = texts[language];
  const button = (place: Page | Locator, name: string) =>
    place.getByRole('button', { name, exact: true });
  const box = (place: Page | Locator, name: string) =>
    place.getByRole('textbox', { name, exact: true });

  /** Finds no flights, and asks for a quote with what was searched; gives the id of the request. */
  async function askForQuote(page: Page, site: RunningSite): Promise<string> {
    const days = [40, 45].map((day) => site.dayIn(day).replaceAll('-', ''));
    await page.goto(`/results?trip=BKK-NRT-${days.join('-')}_2-0-0_first`);
    await expect(page.getByRole('heading', { name: t('search.results.none') })).toBeVisible();
    await page.getByRole('link', { name: t('search.results.quote') }).click();
    const title = text.requests.form.title;
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(box(page, text.requests.form.adult)).toHaveValue('2');
    await box(page, text.requests.form.notes).fill('Two seats together');
    expect(await horizontalOverflow(page)).toBe(0);
    await button(page, text.requests.form.submit).click();
    const waiting = text.requests.state.PENDING.title;
    await expect(page.getByRole('heading', { name: waiting })).toBeVisible();
    const id = /^\/dashboard\/requests\/([\da-f-]{36})$/.exec(new URL(page.url()).pathname)?.[1];
    if (id === undefined) throw new Error(`no request at ${page.url()}`);
    return id;
  }

  /** Writes an offer of THB 53,500 for the request at the top of the queue, previews and sends it. */
  async function sendOffer(page: Page, site: RunningSite, id: string): Promise<void> {
    await page.goto('/admin/requests');
    await page.locator(`#row-${id}`).click();
    const drawer = page.getByRole('dialog');
    await expect(drawer.getByText('Two seats together')).toBeVisible();
    await button(drawer, text.offers.write).click();
    await box(drawer, text.offers.flights.paste).fill(
      `TG 682 BKK NRT ${site.dayIn(40)} 23:45 07:40+1\n  2  TG 677 Y ${site.dayIn(45)} NRTBKK HK2 1725 2235`,
    );
    await button(drawer, text.offers.flights.add).click();
    await box(drawer, text.offers.price.priceSatang).fill('21,900');
    await box(drawer, text.offers.price.taxSatang).fill('4850');
    const preview = button(drawer, text.offers.preview);
    // The foot of the form stays, also while the form is scrolled.
    await box(drawer, text.offers.flights.paste).scrollIntoViewIfNeeded();
    expect(await isInFront(preview)).toBe(true);
    await preview.click();
    await expect(drawer.getByText(baht(language, '53,500')).first()).toBeVisible();
    await button(drawer, filled(text.offers.send, { number: '1' })).click();
    await expect(page.getByText(filled(text.offers.sent, { number: '1' })).first()).toBeVisible();
    await expect(drawer.getByText(text.offers.state.open)).toBeVisible();
  }

  /** Opens the offer and accepts it; gives the reference of the booking. */
  async function acceptOffer(page: Page, link: string): Promise<string> {
    await page.goto(link);
    const values = { number: '1', count: '2' };
    const offer = page.getByRole('region', {
      name: filled(text.requests.offer.title_other, values),
    });
    await expect(offer).toContainText('TG 682');
    await expect(offer).toContainText(baht(language, '53,500'));
    await button(offer, filled(text.requests.offer.accept, values)).click();
    const question = page.getByRole('alertdialog', { name: text.requests.accept.title });
    await expect(question).toContainText(baht(language, '10,700'));
    await button(question, text.requests.accept.confirm).click();
    const name = new RegExp(filled(text.requests.state.booking, { reference: 'BKK-\\w{8}' }));
    await page.getByRole('link', { name }).click();
    await expect(page).toHaveURL(/\/dashboard\/bookings\/BKK-\w{8}$/);
    return new URL(page.url()).pathname.split('/').at(-1) ?? '';
  }

  async function enterNames(page: Page): Promise<void> {
    await expect(page.getByRole('region', { name: text.bookings.situation.deposit })).toContainText(
      baht(language, '10,700'),
    );
    const passengers = page.getByRole('region', { name: text.bookings.passengers });
    await button(passengers, text.bookings.names.enter).click();
    for (const [index, name] of ['Malai', 'Somsak'].entries()) {
      const seat = passengers.getByRole('group', { name: `${String(index + 1)}. ` });
      await box(seat, text.bookings.form.lastName).fill('Jaidee');
      await box(seat, text.bookings.form.firstName).fill(name);
    }
    await button(passengers, text.bookings.form.save).click();
    await expect(passengers).toContainText('MALAI JAIDEE');
    await expect(button(passengers, text.bookings.names.correct)).toBeVisible();
  }

  /** The tickets on the page of the booking, and its flights as a calendar file. */
  async function seeTickets(page: Page, link: string): Promise<string> {
    await page.goto(link);
    const ticketed = page.getByRole('region', { name: text.bookings.situation.ticketed });
    await expect(ticketed).toContainText(pnr);
    const passengers = page.getByRole('region', { name: text.bookings.passengers });
    for (const number of tickets) await expect(passengers).toContainText(number);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: text.bookings.documents.calendar }).click();
    return readFile(await (await download).path(), 'utf8');
  }

  test.describe(`in ${language}`, () => {
    test.use({ locale: language === 'th' ? 'th-TH' : 'en-GB' });

    test('a request for a quote becomes an offer, a booking and tickets', async ({
      page,
      otherPage: adminPage,
      request,
      site,
    }) => {
      test.slow();
      const member = await newMember(request, site, 'group', language);
      await startSession(page, site, member);
      const id = await askForQuote(page, site);

      await startSession(adminPage, site, site.admin);
      await sendOffer(adminPage, site, id);
      const { subject } = text.mails.request.offerSent('', baht(language, '53,500'), '');
      const offered = await mailAbout(site, member.email, subject.trim());
      expect(offered.text).toContain(text.mails.labels.deposit);

      const offerLink = pageIn(offered, site, '/dashboard/requests/');
      const reference = await acceptOffer(page, offerLink);
      await enterNames(page);
      await issueTickets(adminPage, language, {
        reference,
        payments: ['10,700', '42,800'],
        tickets: { 'JAIDEE MALAI': '217-2403456789', 'JAIDEE SOMSAK': tickets[1] },
      });
      const issued = await mailAbout(
        site,
        member.email,
        text.mails.booking.ticketed(reference).subject,
      );
      const [attached] = issued.attachments;
      expect(attached?.filename).toBe(`${reference}.ics`);
      for (const number of [pnr, ...tickets]) expect(issued.text).toContain(number);

      const calendar = await seeTickets(page, pageIn(issued, site, '/dashboard/bookings/'));
      expect(calendar.match(/^DTSTART;.*$/gm)).toEqual([
        `DTSTART;TZID=Asia/Bangkok:${site.dayIn(40).replaceAll('-', '')}T234500`,
        `DTSTART;TZID=Asia/Tokyo:${site.dayIn(45).replaceAll('-', '')}T172500`,
      ]);
    });
  });
}
