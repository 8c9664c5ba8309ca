/** A change of a JSON object key by key, as SQL takes it: what is set, and the keys whose value null removes them. */
export interface MetadataPatch {
  readonly set: string;
  readonly removed: readonly string[];
}

/** Reads a patch as the protocol sends it; undefined and an empty object change nothing. */
export function metadataPatch(patch: Readonly<Record<string, unknown>> = {}): MetadataPatch {
  const entries = Object.entries(patch);
  return {
    set: JSON.stringify(Object.fromEntries(entries.filter(([, value]) => value !== null))),
    removed: entries.filter(([, value]) => value === null).map(([key]) => key),
  };
}

/** SQL of the patched object; `set` and `removed` are the numbers of the bound values. */
export function patched(column: string, set: number, removed: number): string {
  return `(coalesce(${column}, '{}') || $${set}::jsonb) - $${removed}::text[]`;
}
