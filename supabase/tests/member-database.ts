import type { Identity } from '@bkksiam/domain/identity';
import type { Row, SqlValue } from '../../apps/server/src/db/database.ts';
import { members } from '../../apps/server/src/testing/rest-service.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../apps/server/src/testing/test-database.ts';

/** A signed-in user; the demo members are in testing/rest-service.ts. */
export interface SignedInUser {
  readonly id: string;
  readonly email: string;
}

/** The demo database, queried as its members. */
export interface MemberDatabase {
  readonly test: TestDatabase;
  rows(who: SignedInUser, text: string, values?: readonly SqlValue[]): Promise<readonly Row[]>;
  /** `done`, or the SQLSTATE of the error. */
  resultOf(who: SignedInUser, text: string, values?: readonly SqlValue[]): Promise<string>;
  drop(): Promise<void>;
}

/** The id of a user's only session. */
export function sessionIdOf({ id }: { readonly id: string }): string {
  return id;
}

/** Creates the session of {@link sessionIdOf} for every user. */
export const openSessions = `insert into auth.sessions (id, user_id, aal) select id, id, 'aal1' from auth.users`;

export function identityOf({ id, email }: SignedInUser): Identity {
  const claims = { sub: id, email, aal: 'aal1', session_id: sessionIdOf({ id }) };
  return { role: 'authenticated', claims };
}

/** Creates a clone of the demo database with a session for every member. */
export async function startMemberDatabase(): Promise<MemberDatabase> {
  const test = await createTestDatabase({ seed: 'demo' });
  await test.sql(openSessions);
  const rows: MemberDatabase['rows'] = async (who, text, values = []) => {
    const [result] = await test.database.asIdentity(identityOf(who), [{ text, values }]);
    return result?.rows ?? [];
  };
  return {
    test,
    rows,
    resultOf: (who, text, values) =>
      rows(who, text, values).then(
        () => 'done',
        (error: unknown) => (error as { code?: string }).code ?? String(error),
      ),
    drop: () => test.drop(),
  };
}

/** As {@link startMemberDatabase}, with Somchai as the admin. */
export async function startAdminDatabase(): Promise<MemberDatabase> {
  const db = await startMemberDatabase();
  await db.test.sql(`update bkk_user_roles set role = 'admin' where user_id = $1`, [
    members.somchai.id,
  ]);
  return db;
}
