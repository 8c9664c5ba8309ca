import type { Identity } from '@bkksiam/domain/identity';
import type { Row, SqlValue } from '../../apps/server/src/db/database.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../apps/server/src/testing/test-database.ts';

/** A signed-in person; the demo's members are in testing/rest-service.ts. */
export interface Signed {
  readonly id: string;
  readonly email: string;
}

/** The demo database, to be asked as its members. */
export interface AsPeople {
  readonly test: TestDatabase;
  rows(who: Signed, text: string, values?: readonly SqlValue[]): Promise<readonly Row[]>;
  /** `done`, or the code of the refusal. */
  outcome(who: Signed, text: string, values?: readonly SqlValue[]): Promise<string>;
  drop(): Promise<void>;
}

/** The id of the one session of a test's user. */
export function sessionIdOf({ id }: { readonly id: string }): string {
  return id;
}

/** Gives every user the session of {@link sessionIdOf}. */
export const openSessions = `insert into auth.sessions (id, user_id, aal) select id, id, 'aal1' from auth.users`;

export function identityOf({ id, email }: Signed): Identity {
  const claims = { sub: id, email, aal: 'aal1', session_id: sessionIdOf({ id }) };
  return { role: 'authenticated', claims };
}

/** A clone of the demo database, in which every member has a session. */
export async function startAsPeople(): Promise<AsPeople> {
  const test = await createTestDatabase({ seed: 'demo' });
  await test.sql(openSessions);
  const rows: AsPeople['rows'] = async (who, text, values = []) => {
    const [result] = await test.database.asIdentity(identityOf(who), [{ text, values }]);
    return result?.rows ?? [];
  };
  return {
    test,
    rows,
    outcome: (who, text, values) =>
      rows(who, text, values).then(
        () => 'done',
        (error: unknown) => (error as { code?: string }).code ?? String(error),
      ),
    drop: () => test.drop(),
  };
}
