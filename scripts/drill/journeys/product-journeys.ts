import type { Locator } from '@playwright/test';
import { drawSlip } from '../../../apps/server/src/testing/slip-fixture.ts';
import type { Journey, JourneyContext } from './context.ts';
import type { JourneyUser } from './user.ts';

/** Any picture, larger than the shop keeps it. */
const pictureOf = (colour: string) => drawSlip({ qr: '', colour }).jpeg().toBuffer();

/** The field of a text in English. */
const inEnglish = (admin: JourneyUser, field: string, within: JourneyUser['page'] | Locator) =>
  within
    .getByLabel(admin.t('adminProducts:inEnglish', { field }), { exact: true })
    .filter({ visible: true })
    .last();

/** Adds an option with its values. */
async function addOption(admin: JourneyUser, name: string, values: readonly string[]) {
  await admin.press(admin.button('adminProducts:option.add'));
  await admin.type(inEnglish(admin, admin.t('adminProducts:option.name'), admin.page), name);
  const option = admin.page.getByRole('group', { name, exact: true });
  for (const [index, value] of values.entries()) {
    if (index > 0) {
      await admin.press(admin.button('adminProducts:option.addValue', { option: name }));
    }
    const label = admin.t('adminProducts:option.value', { number: index + 1 });
    await admin.type(inEnglish(admin, label, option), value);
  }
}

async function enterProduct(admin: JourneyUser, id: string, title: string): Promise<void> {
  await admin.press(admin.link('adminProducts:new'));
  await admin.type(inEnglish(admin, admin.t('adminProducts:field.title'), admin.page), title);
  await admin.type(admin.field('adminProducts:field.id'), id);
  for (const colour of ['#0f766e', '#b45309']) {
    await admin.chooseFile(
      admin.button('adminProducts:picture.add'),
      `${colour.slice(1)}.jpg`,
      await pictureOf(colour),
    );
  }
  await admin.press(admin.button('adminProducts:picture.earlier', { number: 2 }));
  await addOption(admin, 'Colour', ['Teal', 'Amber']);
  await addOption(admin, 'Size', ['S', 'L']);
}

/** Prices and pieces of two of the four combinations. */
async function enterVariants(admin: JourneyUser): Promise<void> {
  await admin.type(admin.field('adminProducts:field.price'), '390');
  await admin.type(admin.field('adminProducts:field.firstStock'), '5');
  await admin.press(admin.page.getByRole('checkbox', { name: 'Amber / L', exact: true }));
  await admin.press(admin.button('adminProducts:variant.fillPrices'));
}

/** A product with pictures and variants is made and published, and a visitor puts it into the cart. */
async function makeProduct(context: JourneyContext): Promise<void> {
  const id = `journey-${context.language}-${context.isPhone ? 'phone' : 'laptop'}`;
  const title = `Bag of ${id}`;
  const admin = await context.admin();
  await admin.open('/admin');
  await admin.goTo('sidebar.products');
  await enterProduct(admin, id, title);
  await enterVariants(admin);
  await admin.press(admin.button('adminProducts:add'));
  await admin.press(admin.button('adminProducts:become.PUBLISHED'));
  await admin.see(admin.text('adminProducts:became.PUBLISHED'));
  const visitor = await context.visitor();
  await visitor.open('/store');
  await visitor.type(visitor.field('store.search'), title);
  await visitor.press(visitor.button('store.chooseName').or(visitor.link('store.chooseName')));
  await visitor.press(visitor.named('radio', 'Teal'));
  await visitor.press(visitor.named('radio', 'S'));
  await visitor.press(visitor.button('store.add'));
  await visitor.see(visitor.text('store.added'));
}

export const productJourneys: readonly Journey[] = [
  { name: 'an admin makes a product that a visitor buys', run: makeProduct },
];
