import { csvLine, csvRows } from './csv.ts';
import {
  amountCell,
  importTable,
  linesByKey,
  readTable,
  textCell,
  wholeCell,
  yesNoCell,
  type CellFormat,
  type ImportTable,
  type ImportedItem,
  type LineError,
  type TableHeader,
  type TableLine,
} from './import-table.ts';
import {
  changedProductFields,
  checkProduct,
  emptyProduct,
  emptyVariant,
  idsIn,
  productLimits,
  type OptionInput,
  type ProductInput,
  type StoredProduct,
  type VariantInput,
} from './product-input.ts';

interface Column<Value> {
  /** The name of the field. */
  readonly field: string;
  readonly format: CellFormat<Value>;
  /** The value of an empty cell. */
  readonly empty: Value;
}

const text = (field: string): Column<string> => ({ field, format: textCell, empty: '' });
const yesNo = (field: string, empty: boolean): Column<boolean | null> => ({
  field,
  format: yesNoCell,
  empty,
});

const productColumns: Readonly<Record<string, Column<never>>> = {
  title: text('title'),
  title_th: text('title_th'),
  subtitle: text('subtitle'),
  subtitle_th: text('subtitle_th'),
  ribbon: text('ribbon_text'),
  ribbon_th: text('ribbon_text_th'),
  description: text('description'),
  description_th: text('description_th'),
  purchasable: yesNo('purchasable', true),
  hidden: yesNo('is_hidden', false),
  position: { field: 'position', format: wholeCell, empty: 0 },
  collections: text('collections'),
} as Readonly<Record<string, Column<unknown>>> as never;

const variantColumns: Readonly<Record<string, Column<never>>> = {
  sku: text('sku'),
  price: { field: 'price_in_cents', format: amountCell, empty: null },
  sale_price: { field: 'sale_price_in_cents', format: amountCell, empty: null },
  keeps_stock: yesNo('manage_inventory', true),
  stock: { field: 'inventory_quantity', format: wholeCell, empty: null },
  weight: { field: 'weight', format: wholeCell, empty: null },
} as Readonly<Record<string, Column<unknown>>> as never;

const places = Array.from({ length: productLimits.options }, (_, at) => at);
const optionColumns = places.flatMap((at) => {
  const number = String(at + 1);
  return [`option_${number}`, `option_${number}_th`, `value_${number}`, `value_${number}_th`];
});

/** The columns of the file, in their order. */
const columns: readonly string[] = [
  'product_id',
  'variant_id',
  ...Object.keys(productColumns),
  ...optionColumns,
  ...Object.keys(variantColumns),
];

const neededColumns = ['product_id', 'title', 'price'];

const formatOf = ({ format }: Column<never>) => format as unknown as CellFormat<unknown>;
const cellsOf = (known: Readonly<Record<string, Column<never>>>, item: object) =>
  Object.values(known).map((column) => formatOf(column).write(Reflect.get(item, column.field)));

function optionCells({ options }: ProductInput, variant: VariantInput): readonly string[] {
  return places.flatMap((at) => {
    const option = options[at];
    if (option === undefined) return ['', '', '', ''];
    const value = variant.options[option.id] ?? '';
    const thai = option.values.find((one) => one.value === value)?.value_th ?? '';
    return [option.title, option.title_th, value, thai];
  });
}

/** Writes products as a CSV file, one line for each variant. */
export function writeProductTable(products: readonly StoredProduct[]): readonly string[] {
  const lines = products.flatMap(({ product, stock }) =>
    // A draft may have no variant.
    (product.variants.length > 0 ? product.variants : [emptyVariant]).map((variant) => {
      const free = stock.get(variant.id ?? '')?.free ?? null;
      return csvLine([
        product.id,
        variant.id ?? '',
        ...cellsOf(productColumns, product),
        ...optionCells(product, variant),
        ...cellsOf(variantColumns, { ...variant, inventory_quantity: free }),
      ]);
    }),
  );
  return [csvLine(columns), ...lines];
}

/** A product of a file. */
export interface ImportedProduct extends ImportedItem {
  /** Null for a new product. */
  readonly stored: StoredProduct | null;
  /** With what the file has no columns for, as it is stored. */
  readonly product: ProductInput;
}

interface Line {
  readonly line: number;
  readonly id: string;
  readonly variantId: string;
  readonly product: Readonly<Record<string, unknown>>;
  readonly variant: Readonly<Record<string, unknown>>;
  readonly options: readonly {
    readonly title: string;
    readonly titleTh: string;
    readonly value: string;
    readonly valueTh: string;
  }[];
}

function parseLine({ line, cell, errors: ofLine }: TableLine) {
  const errors = [...ofLine];
  function values(known: Readonly<Record<string, Column<never>>>) {
    const read = Object.entries(known).map(([name, column]) => {
      const value = formatOf(column).parse(cell(name));
      if (value === undefined)
        errors.push({ line, column: name, problem: { code: 'table.value' } });
      const isEmpty = value === null || value === '';
      return [column.field, isEmpty ? column.empty : value] as const;
    });
    return Object.fromEntries(read);
  }
  const parsed: Line = {
    line,
    id: cell('product_id'),
    variantId: cell('variant_id'),
    product: values(productColumns),
    variant: values(variantColumns),
    options: places
      .map((at) => String(at + 1))
      .map((at) => ({
        title: cell(`option_${at}`),
        titleTh: cell(`option_${at}_th`),
        value: cell(`value_${at}`),
        valueTh: cell(`value_${at}_th`),
      }))
      .filter(({ title }) => title !== ''),
  };
  if (parsed.id === '') {
    errors.push({ line, column: 'product_id', problem: { code: 'product.id' } });
  }
  return { errors, parsed };
}

/** The options of the lines of a product, with the ids that are stored, or else by their place. */
function optionsOf(lines: readonly Line[], stored: ProductInput | undefined): OptionInput[] {
  return (lines[0]?.options ?? []).map(({ title, titleTh }, at) => {
    const known = stored?.options.find((option) => option.title === title);
    // The values of the variants that the file does not name stay.
    const values = new Map(known?.values.map(({ value, value_th: thai }) => [value, thai]));
    const read = new Set<string>();
    for (const { options } of lines) {
      const { value = '', valueTh = '' } = options[at] ?? {};
      if (value === '' || (read.has(value) && valueTh === '')) continue;
      read.add(value);
      values.set(value, valueTh);
    }
    return {
      id: known?.id ?? `option-${String(at + 1)}`,
      title,
      title_th: titleTh,
      values: [...values].map(([value, thai]) => ({ value, value_th: thai })),
    };
  });
}

/** Of an item what the file has columns for. */
const given = (
  known: Readonly<Record<string, Column<never>>>,
  values: Readonly<Record<string, unknown>>,
  header: TableHeader,
) =>
  Object.fromEntries(
    Object.entries(known)
      .filter(([name]) => header.columns.includes(name))
      .map(([, { field }]) => [field, values[field]]),
  );

function variantsOf(
  lines: readonly Line[],
  options: readonly OptionInput[],
  stored: ProductInput | undefined,
  header: TableHeader,
): readonly VariantInput[] {
  const named = lines.map((line) => {
    const values = Object.fromEntries(
      options.map(({ id }, at) => [id, line.options[at]?.value ?? '']),
    );
    const known = stored?.variants.find(({ id, options: own }) =>
      line.variantId === ''
        ? JSON.stringify(own) === JSON.stringify(values)
        : id === line.variantId,
    );
    const variant: VariantInput = {
      ...emptyVariant,
      ...known,
      ...given(variantColumns, line.variant, header),
      id: known?.id ?? (line.variantId === '' ? null : line.variantId),
      options: values,
    };
    // The stock of a known variant changes by movements alone.
    return known === undefined ? variant : { ...variant, inventory_quantity: null };
  });
  const ids = new Set(named.map(({ id }) => id));
  // Those of the options that the file does not name stay.
  const others = (stored?.variants ?? []).filter(
    ({ id, options: own }) =>
      !ids.has(id) && options.every((option) => own[option.id] !== undefined),
  );
  return [...named, ...others];
}

const columnOf = (field: string) => {
  const last = field.split('.').at(-1) ?? '';
  const all = { ...productColumns, ...variantColumns };
  return Object.entries(all).find(([, one]) => one.field === last)?.[0] ?? null;
};

/** Errors of lines that contradict the first line of their product. */
function contradictions([first, ...rest]: readonly Line[]): LineError[] {
  if (first === undefined) return [];
  return rest.flatMap(({ line, product, options }) => {
    const field = Object.keys(product).find((name) => product[name] !== first.product[name]);
    const titles = (of: Line['options']) => of.map(({ title }) => title).join('\n');
    const hasOthers = titles(options) !== titles(first.options);
    const column = field === undefined ? (hasOthers ? 'option_1' : null) : columnOf(field);
    const problem = { code: 'product_table.differs', values: { line: first.line } };
    return column === null ? [] : [{ line, column, problem }];
  });
}

/** A line without price, stock and number is that of a draft without a variant. */
const hasVariant = ({ variantId, variant, options }: Line) =>
  variantId !== '' || options.length > 0 || variant.price_in_cents !== null;

function readProduct(
  lines: readonly Line[],
  header: TableHeader,
  known: ReadonlyMap<string, StoredProduct>,
) {
  const [first] = lines;
  if (first === undefined) return { errors: [] };
  const stored = known.get(first.id) ?? null;
  const hasOptions = header.columns.includes('option_1');
  const options = hasOptions
    ? optionsOf(lines, stored?.product)
    : [...(stored?.product.options ?? [])];
  const product: ProductInput = {
    ...emptyProduct,
    ...stored?.product,
    ...given(productColumns, first.product, header),
    id: first.id,
    options,
    variants: variantsOf(lines.filter(hasVariant), options, stored?.product, header),
  };
  const normal = { ...product, collections: idsIn(product.collections).join(' ') };
  const errors = checkProduct(normal).map(({ field, ...problem }): LineError => {
    const index = /^variants\.(\d+)/.exec(field)?.[1];
    const at = (index === undefined ? undefined : lines[Number(index)]) ?? first;
    return { line: at.line, column: columnOf(field), problem };
  });
  const fields = stored === null ? [] : changedProductFields(stored.product, normal);
  const change = stored === null ? 'new' : fields.length > 0 ? 'changed' : 'unchanged';
  const imported: ImportedProduct = { line: first.line, change, stored, product: normal, fields };
  return { errors: [...contradictions(lines), ...errors], imported };
}

/** Parses a CSV file of products, and compares it with those that are stored. Lines with an error belong to no product. */
export function parseProductTable(
  file: string,
  stored: readonly StoredProduct[],
): ImportTable<ImportedProduct> {
  const { header, lines, failure } = readTable(csvRows(file), columns, neededColumns);
  if (failure) return importTable(header, [], [failure]);
  const parsed = lines.map(parseLine);
  const valid = parsed.filter(({ errors }) => errors.length === 0).map((one) => one.parsed);
  const known = new Map(stored.map((one) => [one.product.id, one]));
  const read = linesByKey(valid, ({ id }) => id).map((group) => readProduct(group, header, known));
  const products = read.flatMap(({ errors, imported }) =>
    errors.length === 0 && imported !== undefined ? [imported] : [],
  );
  return importTable(
    header,
    products,
    [...parsed, ...read].flatMap((one) => one.errors),
  );
}
