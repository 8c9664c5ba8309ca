/** A value of the OpenAPI document. */
export type Json = Readonly<Record<string, unknown>>;

/** The tags of the document, in the groups of its table of contents. */
export const tags = {
  tables: 'Tables and views',
  members: 'Functions for members and visitors',
  admins: 'Functions for admins',
  service: 'Functions for the service key',
  edge: 'Edge functions',
  store: 'Store',
  storage: 'Storage',
} as const;

/** Markdown of a table; cells are texts of one line. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const cell = (text: string) => text.replaceAll('|', '\\|').replace(/\s+/g, ' ').trim();
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

export const jsonContent = (schema: Json, example?: unknown): Json => ({
  content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
});

/** A parameter that is a text. */
export function parameter(where: 'path' | 'query' | 'header', name: string, about: string): Json {
  return {
    name,
    in: where,
    required: where === 'path',
    description: about,
    schema: { type: 'string' },
  };
}

/** A schema by its name. */
export const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

/** The schema of a PostgreSQL type. */
export function typeSchema(type: string): Json {
  if (type.endsWith('[]')) return { type: 'array', items: typeSchema(type.slice(0, -2)) };
  if (type === 'json' || type === 'jsonb') return { description: type };
  if (type === 'boolean') return { type: 'boolean' };
  if (type === 'uuid') return { type: 'string', format: 'uuid' };
  if (type === 'date') return { type: 'string', format: 'date' };
  if (type.startsWith('timestamp')) return { type: 'string', format: 'date-time' };
  if (/^(?:smallint|integer|bigint)$/.test(type)) return { type: 'integer', format: type };
  if (/^(?:numeric|real|double)/.test(type)) return { type: 'number', format: type };
  return { type: 'string', ...(type !== 'text' && { format: type }) };
}
