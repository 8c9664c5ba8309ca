import { restErrors } from './errors.ts';
import { nearestName } from './nearest-name.ts';
import type { Relationship } from './relationships.ts';
import type { Join, RowSource } from './rows-plan.ts';
import { usableRelations, type Relation, type SchemaCache } from './schema-cache.ts';
import type { EmbedItem } from './select-grammar.ts';

/** How the resource of an entry is related to the rows. */
export interface RelatedRows {
  readonly join: Join;
  readonly target: Relation;
  readonly toOne: boolean;
}

/** The relation of a source's rows; undefined for a function that returns rows of no table or view. */
export function relationOfSource(cache: SchemaCache, source: RowSource): Relation | undefined {
  const name = 'relationships' in source ? source.name : source.returnsRelation;
  return name === null ? undefined : cache.relations.get(name);
}

/** Whether the only column pair has this column on a side. */
function isColumn({ columns }: Relationship, side: 0 | 1, name: string): boolean {
  return columns.length === 1 && columns[0]?.[side] === name;
}

/** In a recursive relationship the table name selects to-many, and the column to-one. */
function matchesSelf(relationship: Relationship, { relation, hint }: EmbedItem): boolean {
  const { cardinality, target } = relationship;
  const isMany = cardinality === 'one-to-many' && relation === target;
  if (hint !== undefined) return isMany && isColumn(relationship, 1, hint);
  return isMany || (cardinality === 'many-to-one' && isColumn(relationship, 0, relation));
}

function matches(relationship: Relationship, item: EmbedItem): boolean {
  const { source, target, targetIsView, constraint, junction } = relationship;
  const { relation, hint } = item;
  if (source === target) return matchesSelf(relationship, item);
  if (hint === undefined) {
    if (relation === target) return true;
    return !targetIsView && (relation === constraint || isColumn(relationship, 0, relation));
  }
  const hinted =
    hint === constraint ||
    hint === junction?.table ||
    isColumn(relationship, 0, hint) ||
    isColumn(relationship, 1, hint);
  return relation === target && hinted;
}

const listed = (table: string, names: readonly string[]) => `${table}(${names.join(', ')})`;

function describe({ cardinality, source, target, constraint, columns, junction }: Relationship) {
  const relationship =
    junction === undefined
      ? `${constraint} using ${listed(
          source,
          columns.map(([from]) => from),
        )} and ${listed(
          target,
          columns.map(([, to]) => to),
        )}`
      : `${junction.table} using ${listed(
          junction.sourceConstraint,
          junction.sourceColumns.map(([, through]) => through),
        )} and ${listed(
          junction.targetConstraint,
          junction.targetColumns.map(([through]) => through),
        )}`;
  return { cardinality, embedding: `${source} with ${target}`, relationship };
}

function suggestion(cache: SchemaCache, parent: string, child: string): string | null {
  const usable = usableRelations(cache);
  const known = cache.relations.get(parent)?.relationships ?? [];
  const [wrong, candidates] =
    known.length > 0
      ? [
          child,
          usable
            .map(({ name }) => name)
            .filter((name) => name !== child && known.some(({ target }) => target === name)),
        ]
      : [
          parent,
          usable.flatMap(({ name, relationships }) => (relationships.length > 0 ? [name] : [])),
        ];
  const nearest = nearestName(wrong, candidates);
  return nearest === null ? null : `Perhaps you meant '${nearest}' instead of '${wrong}'.`;
}

/**
 * Finds how an embedded resource is related to the rows: by a function of the parent's row with that name, else by a
 * foreign key.
 *
 * @throws {RestError} PGRST200 for no relationship, PGRST201 for several
 */
export function findRelatedRows(
  cache: SchemaCache,
  source: RowSource,
  item: EmbedItem,
): RelatedRows {
  const parent = relationOfSource(cache, source);
  const computed = parent?.rowFunctions.get(item.relation);
  const returned = cache.relations.get(computed?.returnsRelation ?? '');
  if (computed !== undefined && returned !== undefined)
    return {
      join: { kind: 'computed', function: computed },
      target: returned,
      toOne: !computed.returnsMany,
    };
  const found = parent?.relationships.filter((relationship) => matches(relationship, item)) ?? [];
  const name = parent?.name ?? source.name;
  const [only] = found;
  const target = only && cache.relations.get(only.target);
  if (only === undefined || target === undefined)
    throw restErrors.noRelationship(
      cache.schema,
      name,
      item.relation,
      item.hint,
      suggestion(cache, name, item.relation),
    );
  if (found.length > 1)
    throw restErrors.ambiguousRelationship(
      name,
      item.relation,
      found.map(describe),
      found.map(
        ({ target: other, constraint, junction }) => `'${other}!${junction?.table ?? constraint}'`,
      ),
    );
  const toOne = only.cardinality === 'many-to-one' || only.cardinality === 'one-to-one';
  return { join: { kind: 'columns', relationship: only }, target, toOne };
}
