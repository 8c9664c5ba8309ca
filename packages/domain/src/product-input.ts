import type { Json } from './database.ts';
import type { Problem } from './problem.ts';
import {
  checkLanguages,
  checkVariantPrices,
  variantGrid,
  type VariantValues,
} from './product-editing.ts';

/** A picture of a product with its alternative text. */
export interface PictureInput {
  readonly url: string;
  readonly alt: string;
  readonly alt_th: string;
}

export interface OptionInput {
  readonly id: string;
  readonly title: string;
  readonly title_th: string;
  readonly values: readonly { readonly value: string; readonly value_th: string }[];
}

/** A variant as admins write it; prices are in satang, null while a field is empty. */
export interface VariantInput {
  /** Null for a new one. */
  readonly id: string | null;
  readonly options: VariantValues;
  /** Of a product without options; empty for the product's own. */
  readonly title: string;
  readonly title_th: string;
  readonly sku: string;
  readonly image_url: string;
  readonly price_in_cents: number | null;
  readonly sale_price_in_cents: number | null;
  readonly manage_inventory: boolean;
  /** The first stock of a new one. */
  readonly inventory_quantity: number | null;
  /** In grams. */
  readonly weight: number | null;
}

export interface DetailInput {
  readonly id: string;
  readonly title: string;
  readonly title_th: string;
  readonly description: string;
  readonly description_th: string;
}

export interface CustomFieldInput {
  readonly id: string;
  readonly title: string;
  readonly title_th: string;
  readonly is_required: boolean;
}

export interface RelatedInput {
  readonly related_id: string;
  readonly section_title: string;
  readonly section_title_th: string;
}

/** A product as admins write it: a text that is missing is empty. */
export interface ProductInput {
  readonly id: string;
  readonly title: string;
  readonly title_th: string;
  readonly subtitle: string;
  readonly subtitle_th: string;
  readonly ribbon_text: string;
  readonly ribbon_text_th: string;
  readonly description: string;
  readonly description_th: string;
  readonly purchasable: boolean;
  readonly is_hidden: boolean;
  readonly position: number | null;
  /** Whether its card shows the cheapest variant; the first one otherwise. */
  readonly shows_lowest_price: boolean;
  /** The ids of its collections, with spaces between. */
  readonly collections: string;
  readonly images: readonly PictureInput[];
  readonly options: readonly OptionInput[];
  readonly variants: readonly VariantInput[];
  readonly additional_info: readonly DetailInput[];
  readonly custom_fields: readonly CustomFieldInput[];
  readonly related_products: readonly RelatedInput[];
}

export type ProductState = 'DRAFT' | 'PUBLISHED' | 'ARCHIVED';

export interface VariantStock {
  /** Null where the stock is not kept. */
  readonly free: number | null;
  readonly reserved: number;
  readonly sold: number;
}

export interface StoredProduct {
  readonly version: number;
  readonly state: ProductState;
  readonly product: ProductInput;
  /** By the id of the variant. */
  readonly stock: ReadonlyMap<string, VariantStock>;
}

/** The limits of a product; SQL has the same. */
export const productLimits = {
  title: 200,
  ribbon: 40,
  description: 10_000,
  option: 40,
  options: 3,
  values: 50,
  pictures: 20,
  alt: 300,
  details: 20,
  detail: 600,
  fields: 10,
  fieldTitle: 60,
  related: 20,
  sku: 100,
  stock: 100_000,
  weight: 1_000_000,
  position: 1_000_000,
} as const;

export const emptyVariant: VariantInput = {
  id: null,
  options: {},
  title: '',
  title_th: '',
  sku: '',
  image_url: '',
  price_in_cents: null,
  sale_price_in_cents: null,
  manage_inventory: true,
  inventory_quantity: null,
  weight: null,
};

export const emptyProduct: ProductInput = {
  id: '',
  title: '',
  title_th: '',
  subtitle: '',
  subtitle_th: '',
  ribbon_text: '',
  ribbon_text_th: '',
  description: '',
  description_th: '',
  purchasable: true,
  is_hidden: false,
  position: 0,
  shows_lowest_price: true,
  collections: '',
  images: [],
  options: [],
  variants: [emptyVariant],
  additional_info: [],
  custom_fields: [],
  related_products: [],
};

/** The ids in a text, with spaces, commas or semicolons between. */
export const idsIn = (text: string): readonly string[] =>
  text.split(/[\s,;]+/).filter((id) => id !== '');

/** An id for the address of a product, from its title; empty if it has no Latin letters. */
export function idOfTitle(title: string): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
  return words.replaceAll(/^-+|-+$/g, '').slice(0, 60);
}

type FieldProblem = Problem & { readonly field: string };

/** The titles of an option's values and so on: the second text of a pair is the Thai one. */
type Texts = Readonly<Record<string, unknown>>;

interface PairRule {
  readonly name: string;
  readonly max: number;
  readonly isNeeded?: boolean;
  readonly isLong?: boolean;
}

function textProblems(item: Texts, path: string, rules: readonly PairRule[]): FieldProblem[] {
  return rules.flatMap(({ name, max, isNeeded = false, isLong = false }) => {
    const texts = [name, `${name}_th`].map((key) => {
      const given = item[key];
      return typeof given === 'string' ? given.trim() : '';
    });
    const [text = '', thai = ''] = texts;
    const tooLong = texts.flatMap((one, at) =>
      Array.from(one).length > max
        ? [{ code: 'product.too_long', values: { max }, field: path + name + (at ? '_th' : '') }]
        : [],
    );
    if (tooLong.length > 0) return tooLong;
    if (isNeeded && text === '') return [{ code: 'product.missing', field: path + name }];
    const problem = checkLanguages(text, thai === '' ? null : thai, isLong);
    if (problem === null) return [];
    const isOfThai = problem.code === 'product.english_in_thai';
    return [{ ...problem, field: path + name + (isOfThai ? '_th' : '') }];
  });
}

const isBetween = (value: number | null, most: number) =>
  value === null || (Number.isInteger(value) && value >= 0 && value <= most);

function variantProblems(variant: VariantInput, at: number): FieldProblem[] {
  const path = `variants.${String(at)}.`;
  const { price_in_cents: price, sale_price_in_cents: sale } = variant;
  const problem =
    price === null ? ({ code: 'product.price_missing' } as const) : checkVariantPrices(price, sale);
  const field = problem?.code === 'product.sale_price' ? 'sale_price_in_cents' : 'price_in_cents';
  const numbers = [
    { name: 'inventory_quantity', most: productLimits.stock },
    { name: 'weight', most: productLimits.weight },
  ] as const;
  return [
    ...(problem ? [{ ...problem, field: path + field }] : []),
    ...numbers
      .filter(({ name, most }) => !isBetween(variant[name], most))
      .map(({ name, most: max }) => ({
        ...{ code: 'product.whole', values: { max }, field: path + name },
      })),
    ...(variant.sku.trim().length > productLimits.sku
      ? [{ code: 'product.too_long', values: { max: productLimits.sku }, field: `${path}sku` }]
      : []),
  ];
}

function optionProblems(options: readonly OptionInput[]): FieldProblem[] {
  const { option: max } = productLimits;
  const texts = options.flatMap((option, at) => [
    ...textProblems({ ...option }, `options.${String(at)}.`, [
      { name: 'title', max, isNeeded: true },
    ]),
    ...option.values.flatMap((value, index) =>
      textProblems({ ...value }, `options.${String(at)}.values.${String(index)}.`, [
        { name: 'value', max, isNeeded: true },
      ]),
    ),
  ]);
  if (texts.length > 0) return texts;
  const grid = variantGrid(options);
  if (!('code' in grid)) return [];
  const wrong = options.findIndex(({ id }) => id === grid.values?.option);
  const at = String(Math.max(wrong, 0));
  return [{ ...grid, field: `options.${at}.title` }];
}

function listProblems(product: ProductInput): FieldProblem[] {
  const { alt, detail, fieldTitle: max } = productLimits;
  const title = { name: 'title', max, isNeeded: true };
  const rules = {
    images: [{ name: 'alt', max: alt }],
    additional_info: [title, { name: 'description', max: detail, isNeeded: true }],
    custom_fields: [title],
    related_products: [{ name: 'section_title', max, isNeeded: true }],
  } as const;
  const names = Object.keys(rules) as (keyof typeof rules)[];
  return names.flatMap((name) =>
    product[name].flatMap((item, at) =>
      textProblems({ ...item }, `${name}.${String(at)}.`, rules[name]),
    ),
  );
}

const isId = (id: string) => /^[A-Za-z0-9_-]{1,64}$/.test(id);

/** What is wrong with a product, by its fields. */
export function checkProduct(product: ProductInput): readonly FieldProblem[] {
  const { title, ribbon, description } = productLimits;
  const { position } = product;
  const skus = product.variants.map(({ sku }) => sku.trim());
  const twice = skus.findIndex((sku, at) => sku !== '' && skus.indexOf(sku) !== at);
  return [
    ...textProblems({ ...product }, '', [
      { name: 'title', max: title, isNeeded: true },
      { name: 'subtitle', max: title },
      { name: 'ribbon_text', max: ribbon },
      { name: 'description', max: description, isLong: true },
    ]),
    ...(isId(product.id.trim()) ? [] : [{ code: 'product.id', field: 'id' }]),
    ...(position !== null && isBetween(position, productLimits.position)
      ? []
      : [{ code: 'product.whole', values: { max: productLimits.position }, field: 'position' }]),
    ...(idsIn(product.collections).every(isId)
      ? []
      : [{ code: 'product.collections', field: 'collections' }]),
    ...optionProblems(product.options),
    ...product.variants.flatMap(variantProblems),
    ...(twice === -1
      ? []
      : [{ code: 'product.sku_twice', field: `variants.${String(twice)}.sku` }]),
    ...listProblems(product),
  ];
}

const orNull = (text: string) => (text.trim() === '' ? null : text.trim());

/** The texts of an item trimmed, null for empty ones. */
const withNulls = (item: object) =>
  Object.fromEntries(
    Object.entries(item).map(([key, value]: [string, unknown]) => [
      key,
      typeof value === 'string' ? orNull(value) : value,
    ]),
  );

/** The product as `bkk_admin_save_product` takes it. */
export function rowOfProduct(product: ProductInput): Json {
  const { shows_lowest_price: isLowest, ...fields } = product;
  return {
    ...withNulls(fields),
    position: product.position ?? 0,
    site_product_selection: isLowest ? 'lowest_price_first' : 'other',
    collections: [...new Set(idsIn(product.collections))].map((id) => ({ collection_id: id })),
    images: product.images.map(withNulls),
    options: product.options.map((option) => ({
      ...withNulls(option),
      values: option.values.map(withNulls),
    })),
    variants: product.variants.map((variant) => ({
      ...withNulls(variant),
      options: Object.fromEntries(
        Object.entries(variant.options).map(([option, value]) => [option, value.trim()]),
      ),
    })),
    additional_info: product.additional_info.map(withNulls),
    custom_fields: product.custom_fields.map(withNulls),
    related_products: product.related_products.map(withNulls),
  } as Json;
}

/** The names of the fields that differ. */
export function changedProductFields(
  one: ProductInput,
  other: ProductInput,
): readonly (keyof ProductInput)[] {
  const names = Object.keys(emptyProduct) as (keyof ProductInput)[];
  return names.filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]));
}
