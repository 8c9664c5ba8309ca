import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Language } from '@bkksiam/domain/languages';
import { onlyInWholeSuite } from '@bkksiam/server/testing/variations';
import { provideSettings, settings } from '#platform/env.ts';
import { withFeatures } from '#testing/backend.ts';
import { catchFiles } from '#testing/downloads.ts';
import { callFunction } from '#testing/group-requests.ts';
import { expectConsoleError } from '#testing/console-errors.ts';
import { drawPictures } from '#testing/pictures.ts';
import { languagesInTest, renderApp } from '#testing/render-app.tsx';
import { csvFile } from '#testing/uploads.ts';
import english from '../../../public/locales/en/adminProducts.json';
import imports from '../../../public/locales/en/tableImport.json';
import thai from '../../../public/locales/th/adminProducts.json';

const { backend, features, sql } = withFeatures(['bookings', 'payments', 'shop']);
const texts = { en: english, th: thai };

type User = Awaited<ReturnType<typeof renderApp>>['user'];

function open(path = '/admin/products', language: Language = 'en') {
  return renderApp({ path, as: 'admin', language, features });
}

const paneOf = async (language: Language = 'en') =>
  within(await screen.findByRole('region', { name: texts[language].one }));

/** Replaces the text of a field at once: a form of this size is slow to type into. */
async function enter(user: User, field: HTMLElement, text: string) {
  await user.clear(field);
  if (text !== '') await user.paste(text);
}

const shown = (template: string, values: Readonly<Record<string, string | number>>) =>
  template.replaceAll(/\{\{(\w+)\}\}/g, (_all, name: string) => String(values[name]));

/** What everybody gets of a product. */
async function publicProduct(id: string) {
  const response = await fetch(`/store/bkksiam/products/${id}`);
  return response.ok
    ? ((await response.json()) as Readonly<Record<string, unknown>>)
    : response.status;
}

it('does not exist without the feature, and says where the products are that another service keeps', async () => {
  await renderApp({ path: '/admin/products', as: 'admin', features: [] });
  expect(await screen.findByRole('heading', { name: '404 - Not Found' })).toBeTruthy();
  const own = settings();
  try {
    provideSettings({ ...own, features, storeUrl: 'https://shop.example', isOwnStore: false });
    await open();
    expect(await screen.findByText(english.elsewhere.title)).toBeTruthy();
    expect(screen.getByText(/https:\/\/shop\.example/)).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  } finally {
    provideSettings(own);
  }
});

it.each(languagesInTest('th'))(
  'makes a product with two options, orders its pictures by keyboard, publishes it and adjusts its stock in %s',
  async (language) => {
    const text = texts[language];
    const id = `bag-${language}`;
    const { sizes } = drawPictures();
    const { user } = await open('/admin/products', language);
    await user.click(await screen.findByRole('link', { name: text.new }));
    const pane = await paneOf(language);
    const both = (field: string) => ({
      en: shown(text.inEnglish, { field }),
      th: shown(text.inThai, { field }),
    });
    const fill = (name: string, value: string, at = 0) => {
      const field = pane.getAllByLabelText(name)[at];
      if (field === undefined) throw new Error(name);
      return enter(user, field, value);
    };
    const title = both(text.field.title);
    await fill(title.th, 'กระเป๋า <b>ใหญ่</b>');
    await user.click(pane.getByRole('button', { name: text.add }));
    // All that is wrong is said at its field.
    expect(await pane.findByText(text.problem.product.missing)).toBeTruthy();
    expect(pane.getByText(text.problem.product.price_missing)).toBeTruthy();
    await fill(title.en, 'Bag <b>large</b>');
    await fill(text.field.id, id);
    await fill(both(text.field.subtitle).en, 'ไม่ใช่');
    await fill(both(text.field.subtitle).th, 'ผ้าใบ');
    await user.click(pane.getByRole('button', { name: text.add }));
    expect(await pane.findByText(text.problem.product.thai_in_english)).toBeTruthy();
    await fill(both(text.field.subtitle).en, 'Canvas');

    const input = pane.getByLabelText(text.picture.add, { selector: 'input' });
    const picture = (name: string) => new File(['…'], name, { type: 'image/jpeg' });
    await user.upload(input, [picture('one.jpg'), picture('broken.jpg'), picture('two.jpg')]);
    expect(
      await pane.findByText(shown(text.picture.problem.noPicture, { name: 'broken.jpg' })),
    ).toBeTruthy();
    await waitFor(() => expect(sizes).toEqual(['1600 × 1200', '1600 × 1200']));
    const alt = both(text.field.alt);
    await waitFor(() => expect(pane.getAllByLabelText(alt.en)).toHaveLength(2));
    await fill(alt.en, 'From behind', 0);
    await fill(alt.en, 'From the front', 1);
    await fill(alt.th, 'ด้านหน้า', 1);
    const earlier = pane.getByRole('button', { name: shown(text.picture.earlier, { number: 2 }) });
    earlier.focus();
    await user.keyboard('{Enter}');
    expect(pane.getAllByLabelText<HTMLInputElement>(alt.en).map(({ value }) => value)).toEqual([
      'From the front',
      'From behind',
    ]);
    expect(pane.getByText(shown(text.picture.moved, { number: 1, count: 2 }))).toBeTruthy();
    expect(document.activeElement?.getAttribute('aria-label')).toBe(
      shown(text.picture.earlier, { number: 1 }),
    );

    for (const [at, [name = '', ...values]] of [
      ['Colour', 'Red', 'Blue'],
      ['Size', 'S', 'L'],
    ].entries()) {
      await user.click(pane.getByRole('button', { name: text.option.add }));
      await fill(both(text.option.name).en, name, at);
      await user.click(
        pane.getByRole('button', { name: shown(text.option.addValue, { option: name }) }),
      );
      const option = within(pane.getByRole('group', { name }));
      for (const [index, value] of values.entries()) {
        const label = shown(text.option.value, { number: index + 1 });
        await enter(user, option.getByLabelText(both(label).en), value);
      }
    }
    // The first combination is the variant there was.
    expect(pane.getAllByLabelText(text.field.price)).toHaveLength(1);
    await fill(text.field.price, '1,290.50');
    await fill(text.field.salePrice, '990');
    await fill(text.field.firstStock, '5');
    await user.click(pane.getByRole('checkbox', { name: 'Blue / L' }));
    await user.click(pane.getByRole('button', { name: text.variant.fillPrices }));
    await user.click(pane.getByRole('button', { name: text.add }));
    const publish = await pane.findByRole('button', { name: text.become.PUBLISHED });
    expect(await publicProduct(id)).toBe(404);
    await user.click(publish);
    expect(await pane.findByText(text.state.PUBLISHED)).toBeTruthy();
    await waitFor(async () => expect(await publicProduct(id)).toMatchObject({ id }));
    expect(await publicProduct(id)).toMatchObject({
      title: 'Bag <b>large</b> · กระเป๋า <b>ใหญ่</b>',
      subtitle: 'Canvas · ผ้าใบ',
      images: [{ alt: 'From the front · ด้านหน้า' }, { alt: 'From behind' }],
      variants: [
        { title: 'Red / S', price_in_cents: 129_050, sale_price_in_cents: 99_000 },
        { title: 'Blue / L', price_in_cents: 129_050, inventory_quantity: 0 },
      ],
    });

    await user.click(pane.getByRole('button', { name: text.view.stock }));
    const form = within(await pane.findByRole('form', { name: text.stock.adjust }));
    await user.selectOptions(
      form.getByRole('combobox', { name: text.stock.what }),
      text.stock.kind.FEWER,
    );
    await enter(user, form.getByLabelText(text.stock.quantity), '2');
    await user.click(form.getByRole('button', { name: text.stock.submit }));
    expect(await form.findByText(text.problem.product.reason)).toBeTruthy();
    await enter(user, form.getByLabelText(text.stock.reason), 'Wet <i>boxes</i>');
    await user.click(form.getByRole('button', { name: text.stock.submit }));
    expect(await pane.findByText('Wet <i>boxes</i>')).toBeTruthy();
    expect(pane.getAllByText(/Somchai/).length).toBeGreaterThan(0);
    const row = pane.getByRole('row', { name: /Red \/ S/ });
    await waitFor(() =>
      expect(
        within(row)
          .getAllByRole('cell')
          .map(({ textContent }) => textContent),
      ).toEqual(['3', '0', '0']),
    );
    await user.click(pane.getByRole('button', { name: text.view.preview }));
    expect(await pane.findAllByText(language === 'th' ? 'ผ้าใบ' : 'Canvas')).not.toHaveLength(0);
    expect(pane.getAllByText(/<b>/).length).toBeGreaterThan(1);
    // Who did it, in the log of all changes.
    expect(
      await sql(
        `select operation, after ->> 'state' as state, actor_email from public.bkk_change_log
         where table_name = 'bkk_products' and row_key = $1 order by id`,
        [id],
      ),
    ).toEqual([
      { operation: 'INSERT', state: 'DRAFT', actor_email: 'somchai@bkksiam.example' },
      { operation: 'UPDATE', state: 'PUBLISHED', actor_email: 'somchai@bkksiam.example' },
    ]);
  },
  // A whole form, which takes half a minute on two cores.
  180_000,
);

it('finds products by name, stock and state, and says at the field why the database refuses one', async () => {
  await callFunction(backend(), 'admin', 'bkk_admin_save_product', {
    p_product_id: 'taken',
    p_version: null,
    p_product: { title: 'Taken', variants: [{ price_in_cents: 100, sku: 'TAKEN-1' }] },
    p_idempotency_key: crypto.randomUUID(),
  });
  const { user } = await open('/admin/products?product=palm-fan');
  const pane = await paneOf();
  const sku = await pane.findByLabelText(english.field.sku);
  await enter(user, sku, 'TAKEN-1');
  await user.click(pane.getByRole('button', { name: english.save }));
  const refused = await pane.findByText(english.problem.database.sku_taken);
  expect(refused.closest('section')?.contains(sku)).toBe(true);
  await expectConsoleError(/products.*save/);
  await enter(user, sku, '');
  await user.click(pane.getByRole('button', { name: english.save }));
  await waitFor(() => expect(screen.queryByText(english.problem.database.sku_taken)).toBeNull());
  const search = screen.getByRole('searchbox', { name: english.search });
  await enter(user, search, 'taken-1');
  await waitFor(() => expect(screen.getAllByRole('rowheader')).toHaveLength(1));
  expect(await screen.findByRole('button', { name: `${english.state.DRAFT} 1` })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: `${english.stockState.out} 1` }));
  expect(await screen.findByRole('link', { name: 'Taken' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: `${english.state.PUBLISHED} 0` }));
  await waitFor(() => expect(screen.queryAllByRole('rowheader')).toHaveLength(0));
  await user.click(pane.getByRole('button', { name: english.become.ARCHIVED }));
  const question = within(await screen.findByRole('alertdialog'));
  const stateOf = () => sql(`select state from public.bkk_products where id = 'palm-fan'`);
  expect(await stateOf()).toEqual([{ state: 'PUBLISHED' }]);
  await user.click(question.getByRole('button', { name: english.become.ARCHIVED }));
  await waitFor(async () => expect(await stateOf()).toEqual([{ state: 'ARCHIVED' }]));
  expect(await publicProduct('palm-fan')).toBe(404);
});

it('exports a file that is imported as unchanged, and imports what was changed in it', async () => {
  onlyInWholeSuite();
  const files = catchFiles();
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: imports.export }));
  await waitFor(() => expect(files).toHaveLength(1));
  const text = (await files[0]?.content.text()) ?? '';
  const [{ count } = { count: 0 }] = await sql(
    'select count(*)::integer as count from public.bkk_products',
  );
  await user.click(screen.getByRole('button', { name: imports.import }));
  const dialog = within(await screen.findByRole('dialog', { name: english.import.title }));
  const choose = (content: string) =>
    user.upload(dialog.getByLabelText(imports.file, { selector: 'input' }), csvFile(content));
  await choose(text);
  expect(await dialog.findByText(`0 new · 0 changed · ${String(count)} unchanged`)).toBeTruthy();
  await choose('product_id,title,price\npalm-fan,Palm Fan,twenty\n');
  expect(await dialog.findByText(`price: ${imports.problem.table.value}`)).toBeTruthy();
  await choose('product_id,title,price\npalm-fan,Palm Fan,205\nnew-fan,New Fan,99\n');
  expect(await dialog.findByText('1 new · 1 changed · 0 unchanged')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Import 2 products' }));
  await waitFor(async () =>
    expect(
      await sql(
        `select product_id, price_in_cents from public.bkk_product_variants
         where product_id in ('palm-fan', 'new-fan') order by 1`,
      ),
    ).toEqual([
      { product_id: 'new-fan', price_in_cents: 9900 },
      { product_id: 'palm-fan', price_in_cents: 20_500 },
    ]),
  );
});
