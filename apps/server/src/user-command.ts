// Shared by the commands about one user: the argument, the settings, the one-line error.
import type { ClientBase } from 'pg';
import { readConfig } from './config.ts';
import { withAdminClient } from './db/admin-server.ts';
import { productOwner } from './db/migrate.ts';
import { asOwner } from './db/seed.ts';
import { findUser, type FoundUser } from './db/user-data.ts';
import { exitMessage } from './exit-message.ts';

/**
 * Runs the work about the user that the first argument names by address or id, as the owner of the product's tables in one
 * transaction, and prints its result; a failure is one line on the standard error, and status 1.
 */
export async function runUserCommand(
  name: string,
  work: (client: ClientBase, user: FoundUser, options: readonly string[]) => Promise<string>,
): Promise<void> {
  try {
    const [given = '', ...options] = process.argv.slice(2);
    if (given === '' || given.startsWith('-'))
      throw new Error(`name one user: npm run --silent ${name} -- user@example.com`);
    const config = readConfig(process.env);
    if (config.hosted !== undefined)
      throw new Error(
        'SUPABASE_URL: the accounts are kept by that project, call its functions in SQL there',
      );
    const result = await withAdminClient(config, async (client) =>
      asOwner(client, await productOwner(client), async () => {
        const user = await findUser(client, given.trim());
        if (user === undefined) throw new Error(`there is no account of ${given}`);
        return work(client, user, options);
      }),
    );
    process.stdout.write(`${result}\n`);
  } catch (error) {
    process.stderr.write(`${exitMessage(error)}\n`);
    process.exitCode = 1;
  }
}
