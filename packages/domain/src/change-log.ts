/** One field of a row, before and after a change. */
export interface FieldChange {
  readonly field: string;
  /** As text; empty for null. */
  readonly from: string;
  readonly to: string;
}

// Derived columns, whose change follows from another one.
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

/** The changed fields between two rows of the change log; a row is null for an insert or a delete. */
export function changedFields(before: unknown, after: unknown): readonly FieldChange[] {
  const [old, young] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...old.keys(), ...young.keys()])]
    .filter((field) => !derived.has(field))
    .map((field) => ({ field, from: asText(old.get(field)), to: asText(young.get(field)) }))
    .filter(({ from, to }) => from !== to);
}
