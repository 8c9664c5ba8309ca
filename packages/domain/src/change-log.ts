/** One field of a row, before and after a change. */
export interface FieldChange {
  readonly field: string;
  /** As text; empty when there was nothing. */
  readonly from: string;
  readonly to: string;
}

// They follow from what was changed.
const derived: ReadonlySet<string> = new Set(['updated_at', 'member_email', 'member_name']);

function fieldsOf(row: unknown): ReadonlyMap<string, unknown> {
  return new Map<string, unknown>(
    typeof row === 'object' && row !== null ? Object.entries(row) : [],
  );
}

function asText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What a recorded change changed, field by field; both are rows as the change log keeps them, null where there was none. */
export function changedFields(before: unknown, after: unknown): readonly FieldChange[] {
  const [old, young] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...old.keys(), ...young.keys()])]
    .filter((field) => !derived.has(field))
    .map((field) => ({ field, from: asText(old.get(field)), to: asText(young.get(field)) }))
    .filter(({ from, to }) => from !== to);
}
