// The statements that list objects, with the folders that the slashes of their names make.
import type { SqlValue, Statement } from '../db/database.ts';

/** The first text after all that begin with the prefix, by the order of characters; undefined where there is none. */
function afterPrefix(prefix: string): string | undefined {
  const last = prefix.charCodeAt(prefix.length - 1);
  // Beyond ASCII the next character may not follow in the order of UTF-8.
  return last < 0x7f ? prefix.slice(0, -1) + String.fromCharCode(last + 1) : undefined;
}

/** Values of a statement, by the number they are bound as. */
class Bound {
  readonly values: SqlValue[] = [];

  add(value: SqlValue): string {
    this.values.push(value);
    return `$${String(this.values.length)}`;
  }
}

/** Rows of the bucket below the prefix; comparisons that a policy cannot be led past use the index. */
function below(bound: Bound, bucket: string, prefix: string): string {
  const conditions = [`bucket_id = ${bound.add(bucket)}`];
  if (prefix !== '') {
    const from = bound.add(prefix);
    conditions.push(`name collate "C" >= ${from}`, `starts_with(name, ${from})`);
    const end = afterPrefix(prefix);
    if (end !== undefined) conditions.push(`name collate "C" < ${bound.add(end)}`);
  }
  return conditions.join(' and ');
}

export interface ListRequest {
  readonly bucket: string;
  /** Empty, or with a slash at its end. */
  readonly prefix: string;
  readonly limit: number;
  readonly offset: number;
  readonly column: 'name' | 'updated_at' | 'created_at' | 'last_accessed_at';
  readonly order: 'asc' | 'desc';
  /** What names below the prefix begin with, whatever their case. */
  readonly search: string;
}

/** Folders and files of one level: by name mixed, by a time folders first. */
export function listLevel(request: ListRequest): Statement {
  const { bucket, prefix, limit, offset, column, order, search } = request;
  const bound = new Bound();
  const rest = `substr(name, ${String(Array.from(prefix).length + 1)})`;
  const conditions = [below(bound, bucket, prefix), `${rest} <> ''`];
  if (search !== '')
    conditions.push(`starts_with(lower(${rest}), lower(${bound.add(search)}::text))`);
  const sorted =
    column === 'name'
      ? `lower(name) collate "C" ${order}, name collate "C" ${order}`
      : `(id is not null), ${column} ${order}, lower(name) collate "C", name collate "C"`;
  const text = `
    with found as (
      select ${rest} as rest, id, updated_at, created_at, last_accessed_at, metadata
      from storage.objects where ${conditions.join(' and ')}),
    entries as (
      select rest as name, id, updated_at, created_at, last_accessed_at, metadata
      from found where strpos(rest, '/') = 0
      union all
      select distinct split_part(rest, '/', 1), null::uuid, null::timestamptz, null::timestamptz, null::timestamptz, null::jsonb
      from found where strpos(rest, '/') > 0)
    select * from entries order by ${sorted}
    limit ${bound.add(limit)} offset ${bound.add(offset)}`;
  return { text, values: bound.values };
}

/** Where a page ended. */
export interface Position {
  readonly name: string;
  /** The time of the object in milliseconds; null for a folder, and where names are sorted by. */
  readonly time: string | null;
}

export interface PageRequest {
  readonly bucket: string;
  /** What names begin with. */
  readonly prefix: string;
  readonly limit: number;
  readonly delimited: boolean;
  readonly column: 'name' | 'updated_at' | 'created_at';
  readonly order: 'asc' | 'desc';
  readonly after: Position | undefined;
}

/** What comes after the position, in the same order. */
function afterPosition(bound: Bound, { column, order, after }: PageRequest): string {
  if (after === undefined) return 'true';
  const beyond = order === 'asc' ? '>' : '<';
  const name = bound.add(after.name);
  const byName = `name collate "C" ${beyond} ${name}`;
  if (column === 'name') return byName;
  if (after.time === null) return `(id is not null or ${byName})`;
  const time = `date_trunc('milliseconds', ${column})`;
  const at = `${bound.add(after.time)}::timestamptz`;
  return `id is not null and (${time} ${beyond} ${at} or (${time} = ${at} and ${byName}))`;
}

/**
 * Folders and objects of one level by name. Each entry is looked up from the one before it, so that of a folder one object is
 * read, however many there are. Ascending, '0' follows the slash of a folder, and the name with chr(1) any other name.
 */
function listNames({ bucket, prefix, limit, order, after }: PageRequest): Statement {
  const bound = new Bound();
  const start = String(Array.from(prefix).length + 1);
  const slash = `strpos(substr(name, ${start}), '/')`;
  const details = ['id', 'updated_at', 'created_at', 'last_accessed_at', 'metadata'];
  const isAscending = order === 'asc';
  const next = (from?: string) => `
      select case when ${slash} > 0 then left(name, ${start} - 1 + ${slash}) else name end as entry,
        ${slash} > 0 as is_folder, ${details.join(', ')}
      from storage.objects where ${below(bound, bucket, prefix)}
        ${from === undefined ? '' : `and name collate "C" ${isAscending ? '>=' : '<'} ${from}`}
      order by name collate "C" ${order} limit 1`;
  const isFolder = after?.name.endsWith('/') === true && after.name !== prefix;
  const afterFirst = isFolder ? `${after.name.slice(0, -1)}0` : `${after?.name ?? ''}\u0001`;
  const first = next(after && bound.add(isAscending ? afterFirst : after.name));
  const afterFound = isAscending
    ? `case when found.is_folder then left(found.entry, -1) || '0' else found.entry || chr(1) end`
    : 'found.entry';
  const text = `
    with recursive found as (
      select 1 as place, one.* from (${first}) as one
      union all
      select found.place + 1, one.* from found cross join lateral (${next(afterFound)}) as one
      where found.place <= ${bound.add(limit)})
    select entry as name, ${details.map((column) => `case when not is_folder then ${column} end as ${column}`).join(', ')}
    from found order by place`;
  return { text, values: bound.values };
}

/** Objects, and with a delimiter the folders below the prefix, after a position: one more than the limit. */
export function listPage(request: PageRequest): Statement {
  const { bucket, prefix, limit, delimited, column, order } = request;
  if (delimited && column === 'name') return listNames(request);
  const bound = new Bound();
  const start = String(Array.from(prefix).length + 1);
  const files = `select name, id, updated_at, created_at, last_accessed_at, metadata from found`;
  const entries = delimited
    ? `${files} where strpos(substr(name, ${start}), '/') = 0
      union all
      select distinct left(name, ${start} - 1 + strpos(substr(name, ${start}), '/')),
        null::uuid, null::timestamptz, null::timestamptz, null::timestamptz, null::jsonb
      from found where strpos(substr(name, ${start}), '/') > 0`
    : files;
  const sorted =
    column === 'name'
      ? `name collate "C" ${order}`
      : `(id is not null), date_trunc('milliseconds', ${column}) ${order}, name collate "C" ${order}`;
  const text = `
    with found as (select * from storage.objects where ${below(bound, bucket, prefix)}), entries as (${entries})
    select * from entries where ${afterPosition(bound, request)}
    order by ${sorted} limit ${bound.add(limit + 1)}`;
  return { text, values: bound.values };
}
