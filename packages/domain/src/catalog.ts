/** The format of a currency's amounts; `$1` in the template is replaced by the number. */
export interface CurrencyInfo {
  readonly code: string;
  readonly name: string;
  readonly symbol: string;
  readonly template: string;
  readonly decimal_digits: number;
}

/** The variant's value of a product option, such as the size M. */
export interface OptionValue {
  readonly id: string;
  readonly option_id: string;
  readonly variant_id: string;
  readonly value: string;
}

/** A variant of a product (spec §3). Amounts are integer cents. */
export interface Variant {
  readonly id: string;
  readonly title: string;
  readonly image_url: string | null;
  readonly sku: string | null;
  readonly price_in_cents: number;
  readonly sale_price_in_cents: number | null;
  readonly currency: string;
  readonly currency_info: CurrencyInfo;
  readonly price_formatted: string;
  readonly sale_price_formatted: string | null;
  /** Whether the stock limits the quantity. */
  readonly manage_inventory: boolean;
  /** In grams. */
  readonly weight: number | null;
  readonly options: readonly OptionValue[];
  readonly inventory_quantity: number | null;
}

/** A product as the store service returns it (spec §3). */
export interface Product {
  readonly id: string;
  readonly title: string;
  readonly subtitle: string | null;
  readonly ribbon_text: string | null;
  readonly description: string;
  readonly thumbnail: string | null;
  readonly price_in_cents: number;
  readonly currency: string;
  readonly purchasable: boolean;
  readonly order: number;
  readonly site_product_selection: string | null;
  readonly images: readonly {
    readonly url: string;
    readonly order: number;
    readonly type: string;
    /** What is in the picture, for who does not see it. */
    readonly alt?: string | undefined;
  }[];
  readonly options: readonly {
    readonly id: string;
    readonly title: string;
    readonly values: readonly OptionValue[];
  }[];
  readonly variants: readonly Variant[];
  readonly collections: readonly {
    readonly product_id: string;
    readonly collection_id: string;
    readonly order: number;
  }[];
  readonly additional_info: readonly {
    readonly id: string;
    readonly order: number;
    readonly title: string;
    readonly description: string;
  }[];
  readonly type: { readonly value: string };
  readonly custom_fields: readonly {
    readonly id: string;
    readonly title: string;
    readonly is_required: boolean;
  }[];
  readonly related_products: readonly {
    readonly id: string;
    readonly section_title: string;
    readonly related_type: string;
    readonly related_id: string;
    readonly position: number;
  }[];
  /** RFC 3339. */
  readonly updated_at: string;
}

/** The current price of a variant in cents: the sale price if there is one. */
export function priceOf(variant: Pick<Variant, 'price_in_cents' | 'sale_price_in_cents'>): number {
  return variant.sale_price_in_cents ?? variant.price_in_cents;
}

function currencyOf({ currency }: Pick<Variant, 'currency'>): string {
  return currency.toLowerCase();
}

/**
 * The variant a product card shows and adds (spec §9): the cheapest for the selection `lowest_price_first` or none,
 * else the first. Only variants in the first one's currency are compared.
 */
export function shownVariant(
  product: Pick<Product, 'site_product_selection' | 'variants'>,
): Variant | undefined {
  const { site_product_selection: selection, variants } = product;
  const [first] = variants;
  if (first === undefined || (selection !== null && selection !== 'lowest_price_first'))
    return first;
  return variants
    .filter((variant) => currencyOf(variant) === currencyOf(first))
    .reduce((best, variant) => (priceOf(variant) < priceOf(best) ? variant : best), first);
}

/** Normalizes a text for search: case, width and spaces, which Thai does not put between words. */
export function searchText(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, '');
}

/** Filters products by a text in title or subtitle; an empty text matches all. */
export function searchProducts<Item extends Pick<Product, 'title' | 'subtitle'>>(
  products: readonly Item[],
  text: string,
): readonly Item[] {
  const wanted = searchText(text);
  return products.filter(({ title, subtitle }) =>
    searchText(title + (subtitle ?? '')).includes(wanted),
  );
}

/**
 * Sorts products by the price on their card, stable and within each currency. Currencies follow the store's order, and
 * products without a price come last.
 */
export function sortedByPrice<Item extends Pick<Product, 'site_product_selection' | 'variants'>>(
  products: readonly Item[],
  direction: 'up' | 'down',
): readonly Item[] {
  const groups = new Map<string | undefined, { item: Item; price: number }[]>();
  for (const item of products) {
    const variant = shownVariant(item);
    const currency = variant && currencyOf(variant);
    const price = variant === undefined ? 0 : priceOf(variant);
    groups.set(currency, [...(groups.get(currency) ?? []), { item, price }]);
  }
  const unpriced = groups.get(undefined) ?? [];
  groups.delete(undefined);
  const sign = direction === 'up' ? 1 : -1;
  const priced = [...groups.values()].map((group) =>
    group.toSorted((one, other) => sign * (one.price - other.price)),
  );
  return [...priced, unpriced].flat().map(({ item }) => item);
}

/** Whether the product has options or custom fields, so that its card links to the product page (spec §4). */
export function needsDetailPage(product: Pick<Product, 'variants' | 'custom_fields'>): boolean {
  return product.variants.length > 1 || product.custom_fields.some((field) => field.is_required);
}

/** The available quantity: null when the stock is not managed; an unknown or negative stock is 0. */
export function stockOf(
  variant: Pick<Variant, 'manage_inventory' | 'inventory_quantity'>,
): number | null {
  return variant.manage_inventory ? Math.max(0, variant.inventory_quantity ?? 0) : null;
}

/** The chosen value of each option, by option id. */
export type Choice = Readonly<Record<string, string>>;

/** The option values of a variant. */
export function choiceOf(variant: Pick<Variant, 'options'>): Choice {
  return Object.fromEntries(variant.options.map(({ option_id: id, value }) => [id, value]));
}

function answersTo(variant: Pick<Variant, 'options'>, choice: Choice): boolean {
  const own = choiceOf(variant);
  return Object.entries(choice).every(([option, value]) => own[option] === value);
}

/** The variant with exactly the chosen values; undefined when there is none. */
export function variantOf(product: Pick<Product, 'variants'>, choice: Choice): Variant | undefined {
  return product.variants.find((variant) => answersTo(variant, choice));
}

/** The distinct values of an option, in the order of the variants. */
export function valuesOf(product: Pick<Product, 'variants'>, option: string): readonly string[] {
  const values = product.variants.map((variant) => choiceOf(variant)[option]);
  return [...new Set(values.filter((value) => value !== undefined))];
}

/** Whether a variant in stock has this value, whatever its other values. */
export function isInStock(
  product: Pick<Product, 'variants'>,
  option: string,
  value: string,
): boolean {
  return product.variants.some(
    (variant) => choiceOf(variant)[option] === value && stockOf(variant) !== 0,
  );
}

/** Whether a variant in stock has this value and the other chosen values. */
export function canChoose(
  product: Pick<Product, 'variants'>,
  choice: Choice,
  option: string,
  value: string,
): boolean {
  const variant = variantOf(product, { ...choice, [option]: value });
  return variant !== undefined && stockOf(variant) !== 0;
}
