/** The tested callers: anonymous, each kind of user, and the service role. */
export const roles = [
  'anon',
  'member',
  'inactive member',
  'admin',
  'inactive admin',
  'service_role',
] as const;

export type PolicyRole = (typeof roles)[number];

/** The database roles of requests, which column grants refer to. */
export const databaseRoles = ['anon', 'authenticated', 'service_role'] as const;

export type DatabaseRole = (typeof databaseRoles)[number];

export const verbs = ['select', 'insert', 'update', 'delete'] as const;

export type Verb = (typeof verbs)[number];

/**
 * How the rows of a table are classified: by the member in the column `owner` (`own` or `others`), by `is_public` (`public` or
 * `hidden`), or not at all (`any`).
 */
export type RowsBy = 'member' | 'publicity' | 'nothing';

/** The kinds of rows by classification. */
export const rowKinds = {
  member: ['own', 'others'],
  publicity: ['public', 'hidden'],
  nothing: ['any'],
} as const satisfies Record<RowsBy, readonly string[]>;

export type RowKind = (typeof rowKinds)[RowsBy][number];

/**
 * A cell of the table: `refused` (42501), `none` of the rows visible or affected, `all`, or one kind of rows; an insert
 * of another kind is then refused.
 */
export type Access = 'refused' | 'none' | 'all' | RowKind;

/** The access rules of a table or view. */
export interface TablePolicy {
  readonly name: string;
  /** The underlying table of a view. */
  readonly source?: string;
  readonly key: string;
  readonly rowsBy: RowsBy;
  /**
   * The column with the id of the member, `user_id` by default; in the fixture a request and a booking have the id of their
   * member.
   */
  readonly owner?: string;
  /** The row of an insert; `$owner`, `$email` and `$public` are replaced by the kind of row. */
  readonly newRow: Readonly<Record<string, unknown>>;
  readonly change: Readonly<Record<string, unknown>>;
  /** True when a member has at most one row, which is deleted before an insert. */
  readonly onePerMember?: boolean;
  /** One line per role: {@link Access} by {@link Verb}. */
  readonly access: string;
  /** One line per column, with the `s`elect, `i`nsert and `u`pdate privileges of each {@link DatabaseRole}. */
  readonly columns: string;
}

/** Parses a text table into its lines by the first cell; cells are separated by two or more spaces. */
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

/** The access of a role by a verb. */
export function accessOf(policy: TablePolicy, role: PolicyRole, verb: Verb): Access {
  const cell = readTable(policy.access, verbs).get(role)?.[verbs.indexOf(verb)];
  const words: readonly Access[] = ['refused', 'none', 'all', ...rowKinds[policy.rowsBy]];
  const access = words.find((word) => word === cell);
  if (access === undefined) throw new Error(`${policy.name}: ${role} ${verb}: ${String(cell)}`);
  return access;
}

export type WriteResult = 'done' | 'untouched' | 'refused';

/** The expected result of a write to a row of this kind. */
export function expectedWrite(access: Access, verb: Verb, kind: RowKind): WriteResult {
  if (access === 'all' || access === kind) return 'done';
  return access === 'refused' || verb === 'insert' ? 'refused' : 'untouched';
}
