import type { Embed, Output, PlannedCondition, RowsPlan } from './rows-plan.ts';

/** Embedded resources that a select needs more than once, each with the name under which it is joined. */
type NamedEmbeds = ReadonlyMap<Embed, string>;

function namedRepeats(embeds: readonly Embed[], prefix: string): NamedEmbeds {
  const seen = new Set<Embed>();
  const repeated = new Set(embeds.filter((embed) => seen.has(embed) || !seen.add(embed)));
  return new Map([...repeated].map((embed, index) => [embed, `${prefix}_${index + 1}`]));
}

/** The resources of which several columns are spread. */
export function repeatedSpreads(outputs: readonly Output[]): NamedEmbeds {
  const embeds: Embed[] = [];
  for (const output of outputs)
    if (output.kind === 'value' && output.expression.kind === 'spread')
      embeds.push(output.expression.embed);
  return namedRepeats(embeds, '_spread');
}

/** The conditions of rows and the related rows they need, each test of related rows that must hold once. */
export function allConditions({
  conditions,
  required,
}: Pick<RowsPlan, 'conditions' | 'required'>): readonly PlannedCondition[] {
  const tests = required.map((embed) => ({ kind: 'embed', embed, negated: false }) as const);
  const tested = { true: new Set<Embed>(), false: new Set<Embed>() };
  return [...conditions, ...tests].filter((condition) => {
    if (condition.kind !== 'embed') return true;
    const known = tested[`${condition.negated}`];
    return !known.has(condition.embed) && known.add(condition.embed);
  });
}

function testedEmbeds(condition: PlannedCondition): readonly Embed[] {
  if (condition.kind === 'filter') return [];
  return condition.kind === 'embed' ? [condition.embed] : condition.members.flatMap(testedEmbeds);
}

/** The resources whose rows are tested in several places. */
export function repeatedTests(conditions: readonly PlannedCondition[]): NamedEmbeds {
  return namedRepeats(conditions.flatMap(testedEmbeds), '_tested');
}
