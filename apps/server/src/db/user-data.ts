import type { ClientBase } from 'pg';

/** An account that a command is about. */
export interface FoundUser {
  readonly id: string;
  readonly email: string | null;
}

/** The account of an address or id; undefined without one. */
export async function findUser(client: ClientBase, given: string): Promise<FoundUser | undefined> {
  const column = given.includes('@') ? 'email' : 'id::text';
  const { rows } = await client.query<FoundUser>(
    `select id, email from auth.users where ${column} = lower($1)`,
    [given],
  );
  return rows[0];
}

/** Everything the database holds about a user. Run it as the product's owner. */
export async function exportUser(client: ClientBase, { id }: FoundUser): Promise<unknown> {
  const { rows } = await client.query<{ user: unknown }>(
    'select bkk_internal.export_user($1) as user',
    [id],
  );
  return rows[0]?.user;
}

/** Deletes a user and takes the person out of the logs. Run it as the product's owner, in a transaction. */
export async function eraseUser(client: ClientBase, { id }: FoundUser): Promise<void> {
  await client.query('select bkk_internal.erase_user($1)', [id]);
}
