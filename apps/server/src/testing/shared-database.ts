import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { TestDatabase } from './test-database.ts';

/**
 * Keeps the rows of every table as text, which restores each value exactly, and the values of the sequences. Rows that were
 * written since the last call have a newer transaction id; deleted ones are missing in the count.
 */
const saved = `
  create schema saved_rows;
  create table saved_rows.tables (name regclass, columns text, values_text text, rows text[]);
  create table saved_rows.sequences as
    select oid::regclass as name, seqstart as start, pg_sequence_last_value(oid) as value
    from pg_class join pg_sequence on seqrelid = oid;
  do $$
  declare
    source record;
  begin
    for source in
      select attrelid::regclass as name, string_agg(quote_ident(attname), ', ' order by attnum) as columns,
        string_agg(format('(saved).%I', attname), ', ' order by attnum) as values_text
      from pg_attribute join pg_class on pg_class.oid = attrelid
      where relkind = 'r' and attnum > 0 and not attisdropped and attgenerated = ''
        and relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema', 'saved_rows')
      group by attrelid
    loop
      execute format('insert into saved_rows.tables select $1, $2, $3, array(select source::text from %s as source)', source.name)
        using source.name, source.columns, source.values_text;
    end loop;
  end
  $$;
  create table saved_rows.state as select pg_current_xact_id()::xid as restored_by;
  create function saved_rows.restore() returns void language plpgsql set session_replication_role = replica as $$
  declare
    last_restored xid := (select restored_by from saved_rows.state);
    source record;
    is_same boolean;
  begin
    if exists (
      select from (
        select xmin as written_by from pg_attribute union all select xmin from pg_proc
        union all select xmin from pg_policy union all select xmin from pg_trigger) as changes
      where age(written_by) < age(last_restored))
    then
      raise exception 'The test has changed the schema: it needs a database of its own.';
    end if;
    for source in select * from saved_rows.tables loop
      execute format('select count(*) = $1 and count(*) filter (where age(xmin) < age($2)) = 0 from %s', source.name)
        into is_same using cardinality(source.rows), last_restored;
      if not is_same then
        execute format('delete from %s', source.name);
        execute format(
          'insert into %1$s (%2$s) overriding system value
             select %3$s from (select row::%1$s as saved from unnest($1) as row offset 0) as rows',
          source.name, source.columns, source.values_text) using source.rows;
      end if;
    end loop;
    perform setval(name, coalesce(value, start), value is not null) from saved_rows.sequences
      where pg_sequence_last_value(name) is distinct from value;
    update saved_rows.state set restored_by = pg_current_xact_id()::xid;
  end
  $$`;

const prepared = new WeakSet<TestDatabase>();

/** Restores the rows and sequences of the first call. A change of the schema is an error. */
export async function restoreRows(test: TestDatabase): Promise<void> {
  if (!prepared.has(test)) {
    await test.sql(saved);
    prepared.add(test);
  } else await test.sql('select saved_rows.restore()');
}

/**
 * Starts one database for all tests of the file or block and restores its rows before each of them. A test that changes
 * the schema, roles or settings needs a database of its own.
 */
export function shareDatabase<
  D extends { readonly test: TestDatabase; readonly drop: () => Promise<void> },
>(start: () => Promise<D>): D {
  const shared = {} as D;
  beforeAll(async () => void Object.assign(shared, await start()));
  beforeEach(() => restoreRows(shared.test));
  afterAll(() => shared.drop());
  return shared;
}
