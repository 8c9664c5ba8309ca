/** Whoever can come: without an account, with one of each kind, or with the service's own key. */
export const roles = [
  'anon',
  'member',
  'inactive member',
  'admin',
  'inactive admin',
  'service_role',
] as const;

export type PolicyRole = (typeof roles)[number];

/** The database's roles that a request acts as; grants on columns are theirs. */
export const databaseRoles = ['anon', 'authenticated', 'service_role'] as const;

export type DatabaseRole = (typeof databaseRoles)[number];

export const verbs = ['select', 'insert', 'update', 'delete'] as const;

export type Verb = (typeof verbs)[number];

/**
 * What tells the rows of a table apart: the member in `user_id` (rows are `own` or `others`), `is_public` (rows are
 * `public` or `hidden`), or nothing (rows are just `any`).
 */
export type RowsBy = 'member' | 'publicity' | 'nothing';

/** The kinds of rows by what tells them apart. */
export const rowKinds = {
  member: ['own', 'others'],
  publicity: ['public', 'hidden'],
  nothing: ['any'],
} as const satisfies Record<RowsBy, readonly string[]>;

export type RowKind = (typeof rowKinds)[RowsBy][number];

/**
 * A cell of the table: `refused` with 42501, `none` of the rows seen or touched, `all` of them, or the rows of one
 * kind; an insert of another kind is then refused.
 */
export type Access = 'refused' | 'none' | 'all' | RowKind;

/** Who may do what to the rows of one table or view. */
export interface TablePolicy {
  readonly name: string;
  /** Where its rows come from, if it is a view. */
  readonly source?: string;
  readonly key: string;
  readonly rowsBy: RowsBy;
  /** An insert's row; `$owner`, `$email` and `$public` stand for what the kind of row asks for. */
  readonly newRow: Readonly<Record<string, unknown>>;
  readonly change: Readonly<Record<string, unknown>>;
  /** True where a member has one row, so that it must go before another can be inserted. */
  readonly onePerMember?: boolean;
  /** A line for each role: {@link Access} by {@link Verb}. */
  readonly access: string;
  /** A line for each column, a column for each {@link DatabaseRole}: may it `s`elect, `i`nsert and `u`pdate it. */
  readonly columns: string;
}

/** A text table: its lines by their first word, in the order written; words are two blanks apart. */
export function readTable(
  text: string,
  headings: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const [heading = '', ...lines] = text.split('\n').filter((line) => line.trim() !== '');
  const words = (line: string) => line.trim().split(/ {2,}/);
  if (words(heading).join() !== headings.join()) throw new Error(`the headings are ${heading}`);
  const table = new Map<string, readonly string[]>();
  for (const line of lines) {
    const [name = '', ...cells] = words(line);
    if (cells.length !== headings.length || table.has(name))
      throw new Error(`this line has another length, or comes twice: ${line}`);
    table.set(name, cells);
  }
  return table;
}

/** What a role may do with a verb, as its table says. */
export function accessOf(policy: TablePolicy, role: PolicyRole, verb: Verb): Access {
  const cell = readTable(policy.access, verbs).get(role)?.[verbs.indexOf(verb)];
  const words: readonly Access[] = ['refused', 'none', 'all', ...rowKinds[policy.rowsBy]];
  const access = words.find((word) => word === cell);
  if (access === undefined) throw new Error(`${policy.name}: ${role} ${verb}: ${String(cell)}`);
  return access;
}

export type WriteOutcome = 'done' | 'untouched' | 'refused';

/** What a write to a row of that kind comes to. */
export function expectedWrite(access: Access, verb: Verb, kind: RowKind): WriteOutcome {
  if (access === 'all' || access === kind) return 'done';
  return access === 'refused' || verb === 'insert' ? 'refused' : 'untouched';
}
