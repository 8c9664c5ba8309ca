import type { Problem } from './problem.ts';

/** An option of a product with its values, as admins write them. */
export interface ProductOption {
  readonly id: string;
  readonly title: string;
  readonly title_th?: string | undefined;
  readonly values: readonly { readonly value: string; readonly value_th?: string | undefined }[];
}

/** The value of each option by its id. */
export type VariantValues = Readonly<Record<string, string>>;

/** The most variants of a product; SQL has the same limit. */
export const mostVariants = 100;

/** How many variants a grid of the options has. */
export function gridSize(options: readonly Pick<ProductOption, 'values'>[]): number {
  return options.reduce((size, { values }) => size * values.length, 1);
}

/** Every combination of the values in the order of the options, or what is wrong with them. */
export function variantGrid(options: readonly ProductOption[]): readonly VariantValues[] | Problem {
  for (const { id, values } of options) {
    const isValid =
      values.length > 0 && new Set(values.map(({ value }) => value)).size === values.length;
    if (!isValid) return { code: 'product.option_values', values: { option: id } };
  }
  if (gridSize(options) > mostVariants)
    return { code: 'product.too_many_variants', values: { most: mostVariants } };
  return options.reduce<readonly VariantValues[]>(
    (grid, { id, values }) =>
      grid.flatMap((chosen) => values.map(({ value }) => ({ ...chosen, [id]: value }))),
    [{}],
  );
}

function isSame(one: VariantValues, other: VariantValues): boolean {
  const ids = Object.keys(one);
  return ids.length === Object.keys(other).length && ids.every((id) => one[id] === other[id]);
}

/**
 * The grid with the variants that there are, by their values: undefined where a combination has none. Variants of other
 * combinations are left over.
 */
export function placeVariants<Known extends { readonly options: VariantValues }>(
  grid: readonly VariantValues[],
  known: readonly Known[],
): {
  readonly cells: readonly {
    readonly options: VariantValues;
    readonly variant: Known | undefined;
  }[];
  readonly leftOver: readonly Known[];
} {
  const cells = grid.map((options) => ({
    options,
    variant: known.find((variant) => isSame(variant.options, options)),
  }));
  const placed = new Set(cells.map(({ variant }) => variant));
  return { cells, leftOver: known.filter((variant) => !placed.has(variant)) };
}

/** Checks the prices of a variant in satang; SQL refuses the same. */
export function checkVariantPrices(price: number, salePrice: number | null): Problem | null {
  const most = 100_000_000;
  if (!Number.isInteger(price) || price < 0 || price > most)
    return { code: 'product.price', values: { most } };
  if (salePrice !== null && (!Number.isInteger(salePrice) || salePrice < 0 || salePrice >= price))
    return { code: 'product.sale_price' };
  return null;
}

const thaiLetter = /[\u0e00-\u0e7f]/;

/**
 * Checks a text and the Thai one beside it, null without one: both become one text, of which readers find theirs by the
 * letters ({@link bilingualText}). SQL refuses the same.
 *
 * @param isLong for descriptions, whose languages are paragraphs
 */
export function checkLanguages(text: string, thai: string | null, isLong = false): Problem | null {
  if (thai === null) return null;
  const lines = thai.split('\n').filter((line) => line.trim() !== '');
  if (text === '') return { code: 'product.text_missing' };
  if (thaiLetter.test(text)) return { code: 'product.thai_in_english' };
  if (lines.some((line) => !thaiLetter.test(line))) return { code: 'product.english_in_thai' };
  if (!isLong && / [·/] /.test(`${text}\n${thai}`)) return { code: 'product.separator' };
  return null;
}

interface WithOptions<Option, Variant> {
  readonly options: readonly Option[];
  readonly variants: readonly Variant[];
}

type Optioned = Pick<ProductOption, 'id' | 'values'>;
interface Valued {
  readonly options: VariantValues;
}

/** The variants, of which the first one of each combination stays. */
function once<Variant extends Valued>(variants: readonly Variant[]): readonly Variant[] {
  return variants.filter(
    (variant, at) => variants.findIndex((one) => isSame(one.options, variant.options)) === at,
  );
}

/** Adds an option: the variants there are get its first value. */
export function addOption<Option extends Optioned, Variant extends Valued>(
  { options, variants }: WithOptions<Option, Variant>,
  option: Option,
): WithOptions<Option, Variant> {
  const value = option.values[0]?.value ?? '';
  return {
    options: [...options, option],
    variants: variants.map((variant) => ({
      ...variant,
      options: { ...variant.options, [option.id]: value },
    })),
  };
}

/** Removes an option, and the variants that differ from others by it alone. */
export function removeOption<Option extends Optioned, Variant extends Valued>(
  { options, variants }: WithOptions<Option, Variant>,
  id: string,
): WithOptions<Option, Variant> {
  const without = variants.map((variant) => ({
    ...variant,
    options: Object.fromEntries(Object.entries(variant.options).filter(([key]) => key !== id)),
  }));
  return { options: options.filter((option) => option.id !== id), variants: once(without) };
}

/** The variants with another text of a value. */
export function renameValue<Variant extends Valued>(
  variants: readonly Variant[],
  id: string,
  from: string,
  to: string,
): readonly Variant[] {
  return variants.map((variant) =>
    variant.options[id] === from
      ? { ...variant, options: { ...variant.options, [id]: to } }
      : variant,
  );
}

/** The items with one of them at another place. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const [moved] = items.slice(from, from + 1);
  if (moved === undefined || to < 0 || to >= items.length) return items;
  return items.toSpliced(from, 1).toSpliced(to, 0, moved);
}
