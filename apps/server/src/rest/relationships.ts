/** A foreign key; tables are given by their `id` in the system catalogs. */
interface ForeignKey {
  readonly name: string;
  readonly table: string;
  readonly columns: readonly string[];
  readonly target: string;
  /** In the order of `columns`. */
  readonly targetColumns: readonly string[];
  /** Whether the columns identify a row of the referencing table. */
  readonly unique: boolean;
}

/** A column of a view that is a column of another relation. */
interface ViewColumn {
  readonly view: string;
  readonly column: string;
  readonly table: string;
  readonly from: string;
}

/** Pairs of columns that are equal in joined rows: of the source, then of the target. */
type ColumnPairs = readonly (readonly [source: string, target: string])[];

/** The table between both sides of a many-to-many relationship. */
interface Junction {
  readonly schema: string;
  readonly table: string;
  /** The foreign key to the source; pairs of a source column and a junction column. */
  readonly sourceConstraint: string;
  readonly sourceColumns: ColumnPairs;
  /** The foreign key to the target; pairs of a junction column and a target column. */
  readonly targetConstraint: string;
  readonly targetColumns: ColumnPairs;
}

/** How rows of one relation refer to those of another, by foreign keys. Relations are named as in the cache. */
export interface Relationship {
  readonly cardinality: 'many-to-one' | 'one-to-many' | 'one-to-one' | 'many-to-many';
  readonly source: string;
  readonly target: string;
  readonly targetIsView: boolean;
  /** The foreign key; empty for many-to-many. */
  readonly constraint: string;
  readonly columns: ColumnPairs;
  readonly junction: Junction | undefined;
}

interface Table {
  readonly schema: string;
  readonly name: string;
  readonly id: string;
  readonly primaryKey: readonly string[];
  readonly columns: readonly { readonly name: string }[];
}

/** The part of the system catalogs that relationships follow from. */
interface SystemCatalogs {
  /** The relations of one schema. */
  readonly relations: readonly Table[];
  /** Those of every exposed schema: any may be a junction. */
  readonly tables: readonly Table[];
  readonly foreignKeys: readonly ForeignKey[];
  readonly viewColumns: readonly ViewColumn[];
}

export function groupBy<T>(items: Iterable<T>, keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** A relation that shows columns of a table: the table itself, or a view of it. */
interface Exposure {
  readonly name: string;
  readonly isView: boolean;
  /** The name of the table's column here. */
  readonly columns: ReadonlyMap<string, string>;
}

/** Follows a column through views to the table it comes from. */
function originOf(
  byView: ReadonlyMap<string, ReadonlyMap<string, ViewColumn>>,
  { table, from }: ViewColumn,
): readonly [table: string, column: string] {
  const next = byView.get(table)?.get(from);
  return next === undefined ? [table, from] : originOf(byView, next);
}

/** The relations of the schema that show columns of each table, by the table's `id`. */
function exposuresOf({ relations, viewColumns }: SystemCatalogs): Map<string, readonly Exposure[]> {
  const byView = new Map(
    [...groupBy(viewColumns, ({ view }) => view)].map(([view, columns]) => [
      view,
      new Map(columns.map((column) => [column.column, column])),
    ]),
  );
  const exposures = relations.flatMap(({ name, id, columns }) => {
    const ofView = byView.get(id);
    if (ofView === undefined) {
      const own = new Map(columns.map((column) => [column.name, column.name]));
      return [{ table: id, name, isView: false, columns: own }];
    }
    const origins = [...ofView.values()].map((column) => ({
      origin: originOf(byView, column),
      shown: column.column,
    }));
    return [...groupBy(origins, ({ origin: [table] }) => table)].map(([table, found]) => ({
      table,
      name,
      isView: true,
      columns: new Map(found.map(({ origin: [, column], shown }) => [column, shown])),
    }));
  });
  return groupBy(exposures, ({ table }) => table);
}

/** The names of the columns in a relation; undefined unless it shows them all. */
function shownColumns(
  { columns }: Exposure,
  names: readonly string[],
): readonly string[] | undefined {
  const shown = names.flatMap((name) => columns.get(name) ?? []);
  return shown.length === names.length ? shown : undefined;
}

const pairs = (sources: readonly string[], targets: readonly string[]): ColumnPairs =>
  sources.map((source, index) => [source, targets[index] ?? '']);

type Exposures = ReadonlyMap<string, readonly Exposure[]>;

/** Both directions of a foreign key, between the tables and the views of them. */
function directRelationships(exposures: Exposures, key: ForeignKey): readonly Relationship[] {
  const found: Relationship[] = [];
  for (const from of exposures.get(key.table) ?? []) {
    const columns = shownColumns(from, key.columns);
    if (columns === undefined) continue;
    for (const to of exposures.get(key.target) ?? []) {
      const targetColumns = shownColumns(to, key.targetColumns);
      if (targetColumns === undefined) continue;
      const common = { constraint: key.name, junction: undefined };
      found.push({
        ...common,
        cardinality: key.unique ? 'one-to-one' : 'many-to-one',
        source: from.name,
        target: to.name,
        targetIsView: to.isView,
        columns: pairs(columns, targetColumns),
      });
      found.push({
        ...common,
        cardinality: key.unique ? 'one-to-one' : 'one-to-many',
        source: to.name,
        target: from.name,
        targetIsView: from.isView,
        columns: pairs(targetColumns, columns),
      });
    }
  }
  return found;
}

/** The relationships through a table whose primary key holds both foreign keys. */
function junctionRelationships(
  exposures: Exposures,
  { schema, name }: Table,
  one: ForeignKey,
  other: ForeignKey,
): readonly Relationship[] {
  return (exposures.get(one.target) ?? []).flatMap((from) => {
    const sources = shownColumns(from, one.targetColumns);
    if (sources === undefined) return [];
    return (exposures.get(other.target) ?? []).flatMap((to): Relationship[] => {
      const targets = shownColumns(to, other.targetColumns);
      if (targets === undefined) return [];
      return [
        {
          cardinality: 'many-to-many',
          source: from.name,
          target: to.name,
          targetIsView: to.isView,
          constraint: '',
          columns: [],
          junction: {
            schema,
            table: name,
            sourceConstraint: one.name,
            sourceColumns: pairs(sources, one.columns),
            targetConstraint: other.name,
            targetColumns: pairs(other.columns, targets),
          },
        },
      ];
    });
  });
}

/** Every relationship between relations of the schema, views of its tables included. */
export function relationshipsOf(catalogs: SystemCatalogs): readonly Relationship[] {
  const { tables, foreignKeys } = catalogs;
  const exposures = exposuresOf(catalogs);
  const direct = foreignKeys.flatMap((key) => directRelationships(exposures, key));
  const keysByTable = groupBy(foreignKeys, ({ table }) => table);
  const throughJunctions = tables.flatMap((table) => {
    const inKey = (keysByTable.get(table.id) ?? []).filter(({ columns }) =>
      columns.every((column) => table.primaryKey.includes(column)),
    );
    return inKey.flatMap((one) =>
      inKey
        .filter((other) => other !== one)
        .flatMap((other) => junctionRelationships(exposures, table, one, other)),
    );
  });
  return [...direct, ...throughJunctions];
}
