// `npm run grant-admin -- email`: makes a confirmed account an active admin when no other admin can. Works with and
// without a running server.
import { readConfig, type Config } from './config.ts';
import { withAdminClient } from './db/admin-server.ts';
import { productOwner } from './db/migrate.ts';
import { accountNamed, asOwner, promote, unban } from './db/seed.ts';
import { exitMessage } from './exit-message.ts';

/** Returns whether anything was changed. */
async function grant(config: Config, email: string): Promise<boolean> {
  return withAdminClient(config, async (client) =>
    asOwner(client, await productOwner(client), async () => {
      const account = await accountNamed(client, email);
      if (account === undefined) throw new Error(`there is no account of ${email}`);
      if (!account.isConfirmed)
        throw new Error(
          `the account of ${email} is not confirmed: follow the link of its mail first`,
        );
      if (!account.isActive) await unban(client, email);
      return (await promote(client, email)) || !account.isActive;
    }),
  );
}

try {
  const [given = '', ...others] = process.argv.slice(2);
  if (!given.includes('@') || others.length > 0)
    throw new Error('name one email address: npm run grant-admin -- user@example.com');
  const config = readConfig(process.env);
  if (config.hosted !== undefined)
    throw new Error('SUPABASE_URL: the accounts are kept by that project, change the role there');
  const email = given.trim().toLowerCase();
  process.stdout.write(
    (await grant(config, email))
      ? `${email} is an active admin now. Password and two-step verification were not changed.\n`
      : `${email} is an active admin already. Nothing was changed.\n`,
  );
} catch (error) {
  process.stderr.write(`${exitMessage(error)}\n`);
  process.exitCode = 1;
}
