import type { PolicyFixture } from './policy-fixture.ts';
import {
  rowKinds,
  type PolicyRole,
  type RowKind,
  type TablePolicy,
  type WriteResult,
} from './policies/policy-table.ts';

/** Access to the data by HTTP or by SQL. */
export interface DataAccess {
  /** The sorted keys of the visible rows, or `refused`. */
  select(role: PolicyRole, policy: TablePolicy): Promise<readonly string[] | string>;
  /** A {@link WriteResult}, or the text of an unexpected error, as for the other writes. */
  insert(role: PolicyRole, policy: TablePolicy, row: object): Promise<string>;
  update(role: PolicyRole, policy: TablePolicy, key: string): Promise<string>;
  delete(role: PolicyRole, policy: TablePolicy, key: string): Promise<string>;
  /** The returned value as text, `done` without one, or `refused`. */
  call(role: PolicyRole, name: string, values: object): Promise<string>;
}

/** The policy tables tell functions of one name apart by their types. */
const withoutTypes = (name: string) => name.replace(/\(.*/, '');

const touched = (count: number): WriteResult => (count === 0 ? 'untouched' : 'done');

/** Access by `/rest/v1` of the app with the role's token; each write and call is rolled back. */
export function overHttp({ backend, callers }: PolicyFixture): DataAccess {
  const ask = async (role: PolicyRole, method: string, path: string, body?: object) => {
    const answer = await fetch(`${backend.url}/rest/v1/${path}`, {
      method,
      headers: {
        apikey: backend.anonKey,
        authorization: `Bearer ${callers[role].token}`,
        ...(method !== 'GET' && { prefer: 'return=minimal,count=exact,tx=rollback' }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const said: unknown = text === '' ? null : JSON.parse(text);
    if (answer.ok)
      return { said, count: Number(answer.headers.get('content-range')?.split('/')[1]) };
    const { code = '' } = said as { code?: string };
    const isRefused = code === '42501' && answer.status === (role === 'anon' ? 401 : 403);
    if (isRefused) return 'refused';
    return errorNames[code] ?? `${String(answer.status)} ${text}`;
  };
  const write = async (...asked: Parameters<typeof ask>) => {
    const answer = await ask(...asked);
    return typeof answer === 'string' ? answer : touched(answer.count);
  };
  return {
    async select(role, { name, key }) {
      const answer = await ask(role, 'GET', `${name}?select=${key}`);
      if (typeof answer === 'string') return answer;
      return (answer.said as Record<string, unknown>[]).map((row) => String(row[key])).sort();
    },
    insert: (role, { name }, row) => write(role, 'POST', name, row),
    update: (role, { name, key, change }, value) =>
      write(role, 'PATCH', `${name}?${key}=eq.${value}`, change),
    delete: (role, { name, key }, value) => write(role, 'DELETE', `${name}?${key}=eq.${value}`),
    async call(role, name, values) {
      const answer = await ask(role, 'POST', `rpc/${withoutTypes(name)}`, values);
      if (typeof answer === 'string') return answer;
      return answer.said === null ? 'done' : JSON.stringify(answer.said);
    },
  };
}

/** Errors of functions by their code: the feature is off, or there is no such row. */
const errorNames: Readonly<Record<string, string>> = {
  PT404: 'off',
  PT409: 'conflict',
  PT400: 'invalid',
  '23514': 'invalid',
  // A view of two tables.
  '55000': 'refused',
};

/** Of the arguments that are no text. */
const argumentTypes: Readonly<Record<string, string>> = {
  'bkk_admin_save_flight.p_flight_id': 'bigint',
  'bkk_admin_delete_flight.p_flight_id': 'bigint',
  p_changes: 'jsonb',
  'bkk_admin_route_sales.p_days': 'integer',
  p_flights: 'jsonb',
  p_fare_ids: 'bigint[]',
  p_first_day: 'date',
  p_last_day: 'date',
  p_weekdays: 'smallint[]',
  p_flight: 'jsonb',
  p_fare: 'jsonb',
  p_fare_id: 'bigint',
  p_fares: 'bigint[]',
  p_days: 'date[]',
  p_day: 'date',
  p_total: 'integer',
  p_is_closed: 'boolean',
  p_seats: 'integer',
  p_baggage: 'jsonb',
  p_old: 'public.bkk_booking_seats[]',
  p_new: 'public.bkk_booking_seats[]',
  p_user_id: 'uuid',
  p_quote_id: 'uuid',
  p_active: 'boolean',
  p_user_ids: 'uuid[]',
  event: 'jsonb',
  p_now: 'timestamptz',
  p_names: 'text[]',
  p_row: 'jsonb',
  p_recipient: 'uuid',
  p_ids: 'jsonb',
  p_id: 'uuid',
  p_lease: 'uuid',
  p_limit: 'integer',
  p_offset: 'integer',
  p_hours: 'integer',
  p_codes: 'text[]',
  p_offer_version: 'integer',
  p_traveller_id: 'uuid',
  p_birth_date: 'date',
  p_passport_expires_on: 'date',
  p_lease_seconds: 'double precision',
  p_is_final: 'boolean',
  p_booking: 'public.bkk_bookings',
  p_booking_ids: 'uuid[]',
  p_allowed: 'text[]',
  p_reverses: 'uuid',
  p_position: 'bigint',
  p_segments: 'jsonb',
  p_as_admin: 'boolean',
  p_details: 'jsonb',
  p_names_due_at: 'timestamptz',
  p_balance_due_at: 'timestamptz',
  p_ticket_numbers: 'text[]',
  p_hold_expires_at: 'timestamptz',
  p_payment_id: 'uuid',
  p_idempotency_key: 'uuid',
  p_received_at: 'timestamptz',
  p_lines: 'jsonb',
  p_deposit_satang: 'bigint',
  p_total_satang: 'bigint',
  p_amount_satang: 'bigint',
  p_passengers: 'jsonb',
  p_booking_id: 'uuid',
  p_offer: 'jsonb',
  p_request_key: 'uuid',
  p_budget_satang: 'bigint',
  p_preferred_airlines: 'text[]',
  p_flexible_days: 'integer',
  p_infants: 'integer',
  p_children: 'integer',
  p_adults: 'integer',
  p_legs: 'jsonb',
  p_version: 'integer',
  p_network_limit: 'integer',
  p_expected_total_satang: 'bigint',
  p_offer_id: 'uuid',
  p_tax_satang: 'bigint',
  p_expires_at: 'timestamptz',
  p_flight_offer: 'public.bkk_flight_offers',
  p_seen: 'jsonb',
  p_has_line: 'boolean',
  p_subscription_id: 'uuid',
  p_at: 'timestamptz',
  p_night_ends_at: 'timestamptz',
  'bkk_mark_notifications_read.p_ids': 'uuid[]',
};

/** Thrown to roll back a transaction. */
class Undone extends Error {}

/** Access by SQL with the role and claims the data service would set; each transaction is rolled back. */
export function inSql({ backend, callers }: PolicyFixture): DataAccess {
  const run = async (role: PolicyRole, text: string, values: readonly (string | null)[] = []) => {
    const { database } = backend.database;
    let result: Awaited<ReturnType<typeof database.asIdentity>>[number] | undefined;
    try {
      await database.transaction(callers[role].identity, async (transaction) => {
        result = await transaction.run({ text, values });
        throw new Undone();
      });
    } catch (error) {
      if (!(error instanceof Undone)) {
        const { code, message } = error as { code?: string; message: string };
        if (code === '42501') return 'refused';
        return errorNames[String(code)] ?? `${String(code)} ${message}`;
      }
    }
    return result ?? 'no answer';
  };
  const write = async (...asked: Parameters<typeof run>) => {
    const answer = await run(...asked);
    return typeof answer === 'string' ? answer : touched(answer.rowCount);
  };
  const record = (name: string) => `jsonb_populate_record(null::public.${name}, $1::jsonb)`;
  return {
    async select(role, { name, key }) {
      const answer = await run(role, `select ${key}::text as key from public.${name}`);
      return typeof answer === 'string' ? answer : answer.rows.map((row) => String(row.key)).sort();
    },
    insert(role, { name }, row) {
      const columns = Object.keys(row).join(', ');
      const text = `insert into public.${name} (${columns}) select ${columns} from ${record(name)}`;
      return write(role, text, [JSON.stringify(row)]);
    },
    update(role, { name, key, change }, value) {
      const changes = Object.keys(change).map((column) => `${column} = new.${column}`);
      const text = `update public.${name} as old set ${changes.join(', ')} from ${record(name)} as new where old.${key}::text = $2`;
      return write(role, text, [JSON.stringify(change), value]);
    },
    delete: (role, { name, key }, value) =>
      write(role, `delete from public.${name} where ${key}::text = $1`, [value]),
    async call(role, name, values) {
      const given = Object.keys(values).map((argument, index) => {
        const type = argumentTypes[`${withoutTypes(name)}.${argument}`] ?? argumentTypes[argument];
        return `${argument} => $${String(index + 1)}::${type ?? 'text'}`;
      });
      const texts = Object.values(values).map((value) => (value === null ? null : String(value)));
      const answer = await run(
        role,
        `select public.${withoutTypes(name)}(${given.join(', ')}) as said`,
        texts,
      );
      if (typeof answer === 'string') return answer;
      const said = answer.rows[0]?.said;
      return said === '' || said === null ? 'done' : JSON.stringify(said);
    },
  };
}

/** The keys of all rows of a table, bypassing policies, with the value that determines their kind. */
export async function readRows(
  { backend }: PolicyFixture,
  { name, source = name, key, rowsBy, owner = 'user_id' }: TablePolicy,
): Promise<readonly { readonly key: string; readonly mark: string | null }[]> {
  const mark = { member: owner, publicity: 'is_public', nothing: 'null' }[rowsBy];
  return backend.database.sql(
    `select ${key}::text as key, ${mark}::text as mark from public.${source} order by 1`,
  );
}

/** The value of {@link readRows} that marks the rows of a kind. */
export function markOf(
  { users }: PolicyFixture,
  role: PolicyRole,
  kind: RowKind,
  others: 'other' | 'newcomer' = 'other',
): string | null {
  switch (kind) {
    case 'own':
      return role === 'anon' || role === 'service_role' ? 'none' : users[role].id;
    case 'others':
      return users[others].id;
    case 'public':
      return 'true';
    case 'hidden':
      return 'false';
    case 'any':
      return null;
  }
}

/** The kinds of rows to test for a role; the anonymous and service roles have no own rows. */
export function kindsFor(role: PolicyRole, { rowsBy }: TablePolicy): readonly RowKind[] {
  const hasNoRows = role === 'anon' || role === 'service_role';
  return rowKinds[rowsBy].filter((kind) => kind !== 'own' || !hasNoRows);
}

/** A new row of a kind. */
export function newRowOf(
  fixture: PolicyFixture,
  role: PolicyRole,
  { newRow }: TablePolicy,
  kind: RowKind,
): object {
  const mark = markOf(fixture, role, kind, 'newcomer');
  const owner = Object.values(fixture.users).find(({ id }) => id === mark);
  const meanings: Readonly<Record<string, unknown>> = {
    $owner: owner?.id,
    $email: owner?.email,
    $public: kind === 'public',
  };
  return Object.fromEntries(
    Object.entries(newRow).map(([column, value]) => [
      column,
      typeof value === 'string' && value.startsWith('$') ? meanings[value] : value,
    ]),
  );
}
