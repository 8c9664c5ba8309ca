/** How a store writes its amounts; the template holds `$1` where the number stands. */
export interface CurrencyInfo {
  readonly code: string;
  readonly name: string;
  readonly symbol: string;
  readonly template: string;
  readonly decimal_digits: number;
}

/** What a variant is by one option of its product, such as the size M. */
export interface OptionValue {
  readonly id: string;
  readonly option_id: string;
  readonly variant_id: string;
  readonly value: string;
}

/** One thing that can be bought (spec §3). Amounts are whole cents of the currency. */
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
  /** True where the stock limits what can be bought. */
  readonly manage_inventory: boolean;
  /** In grams. */
  readonly weight: number | null;
  readonly options: readonly OptionValue[];
  readonly inventory_quantity: number | null;
}

/** A product of the store as its service tells it (spec §3). */
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

/** What a variant costs now, in cents: the sale amount where there is one. */
export function priceOf(variant: Pick<Variant, 'price_in_cents' | 'sale_price_in_cents'>): number {
  return variant.sale_price_in_cents ?? variant.price_in_cents;
}

function currencyOf({ currency }: Pick<Variant, 'currency'>): string {
  return currency.toLowerCase();
}

/**
 * The variant a card shows and adds (spec §9): the cheapest, the first of equals, where the selection is
 * `lowest_price_first` or nothing; else the first. Only variants in the first one's currency are compared.
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

/**
 * Products by the price their card shows. Amounts of different currencies have no order: each currency is a group of
 * its own, in the order the store first names them. Equals stay in order; what has no price comes last.
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

/** True where there is something to choose, so that the card leads to the product's own page (spec §4). */
export function needsDetailPage(product: Pick<Product, 'variants' | 'custom_fields'>): boolean {
  return product.variants.length > 1 || product.custom_fields.some((field) => field.is_required);
}

/** How many can be had: null where the stock is not managed; an unknown or negative stock counts as none. */
export function stockOf(
  variant: Pick<Variant, 'manage_inventory' | 'inventory_quantity'>,
): number | null {
  return variant.manage_inventory ? Math.max(0, variant.inventory_quantity ?? 0) : null;
}

/** What is chosen of each option, by the option's id. */
export type Choice = Readonly<Record<string, string>>;

/** What a variant is by each option. */
export function choiceOf(variant: Pick<Variant, 'options'>): Choice {
  return Object.fromEntries(variant.options.map(({ option_id: id, value }) => [id, value]));
}

function answersTo(variant: Pick<Variant, 'options'>, choice: Choice): boolean {
  const own = choiceOf(variant);
  return Object.entries(choice).every(([option, value]) => own[option] === value);
}

/** The variant that is everything chosen; undefined where the store has no such thing. */
export function variantOf(product: Pick<Product, 'variants'>, choice: Choice): Variant | undefined {
  return product.variants.find((variant) => answersTo(variant, choice));
}

/** The values of an option in the order of the variants, each once. */
export function valuesOf(product: Pick<Product, 'variants'>, option: string): readonly string[] {
  const values = product.variants.map((variant) => choiceOf(variant)[option]);
  return [...new Set(values.filter((value) => value !== undefined))];
}

/** Whether something is left that has this value and everything else that is chosen. */
export function canChoose(
  product: Pick<Product, 'variants'>,
  choice: Choice,
  option: string,
  value: string,
): boolean {
  const variant = variantOf(product, { ...choice, [option]: value });
  return variant !== undefined && stockOf(variant) !== 0;
}
