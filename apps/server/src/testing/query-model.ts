/** The abstract query, which is rendered as a URL and as SQL. */
export interface Query {
  readonly outputs: readonly Output[];
  readonly conditions: readonly Condition[];
  readonly order: readonly Order[];
  readonly limit: number | undefined;
  readonly offset: number | undefined;
}

export interface Field {
  readonly column: string;
  /** A JSON path; each step is returned as text or as JSON. */
  readonly path: readonly { readonly key: string | number; readonly asText: boolean }[];
}

interface Output {
  readonly field: Field;
  readonly cast: string | undefined;
}

interface Order {
  readonly field: Field;
  readonly direction: 'asc' | 'desc' | undefined;
  readonly nulls: 'nullsfirst' | 'nullslast' | undefined;
}

export type Test =
  | { readonly kind: 'value'; readonly operator: string; readonly value: string }
  | {
      readonly kind: 'any' | 'all';
      readonly operator: string;
      readonly values: readonly string[];
    }
  | { readonly kind: 'in'; readonly values: readonly string[] }
  | { readonly kind: 'is'; readonly value: string }
  | {
      readonly kind: 'search';
      readonly operator: string;
      readonly config: string | undefined;
      readonly value: string;
    };

export interface Filter {
  readonly kind: 'filter';
  readonly field: Field;
  readonly negated: boolean;
  /** Whether the negation precedes the field, which is allowed inside a group. */
  readonly negatedFirst: boolean;
  readonly test: Test;
}

interface Group {
  readonly kind: 'and' | 'or';
  readonly negated: boolean;
  readonly members: readonly Condition[];
}

export type Condition = Filter | Group;

/** The queried table, with column names and values that contain characters of the grammar. */
export const queriedTable = `
  create table public.things (
    id int primary key, name text, amount numeric(12, 3), flag boolean, day date, at timestamptz, tags text[],
    info jsonb, span int4range, "odd.name, (x)" text);
  insert into public.things
  select n,
    (array['', 'a,b', 'a.b', '(x)', 'q"q', 'b\\s', '*star%', 'null', 'สวัสดี', 'not.eq.1', '{a}', 'A', 'ab c', null])[1 + n % 14],
    case when n % 7 > 0 then (n % 50) / 3.0 end,
    (array[true, false, null])[1 + n % 3],
    case when n % 5 > 0 then date '2026-01-01' + n % 40 end,
    timestamptz '2026-01-01 00:00+00' + n * interval '1 hour',
    (array['{}', '{a}', '{a,b}', '{"x,y",NULL}', null]::text[])[1 + n % 5]::text[],
    (array['{"k": "v", "n": 5, "list": [1, "two", null]}', '{"k": null}', '[1, 2]', 'null', '"text"', null])[1 + n % 6]::jsonb,
    case when n % 4 > 0 then int4range(n % 10, n % 10 + n % 4) end,
    case when n % 2 = 0 then 'odd ' || n % 9 end
  from generate_series(1, 150) n;
  grant select on public.things to service_role;`;
