// `npm run reset-factor -- email`: removes the second factor of an account when no other admin can. Works with and
// without a running server.
import { resetFactors } from './auth/factor-reset.ts';
import { readConfig, type Config } from './config.ts';
import { withAdminClient } from './db/admin-server.ts';
import type { Row, Transaction } from './db/database.ts';
import { productOwner } from './db/migrate.ts';
import { asOwner } from './db/seed.ts';
import { exitMessage } from './exit-message.ts';

async function reset(config: Config, email: string): Promise<number | null> {
  return withAdminClient(config, async (client) => {
    const transaction: Transaction = {
      async run({ text, values = [] }) {
        const { rows, rowCount } = await client.query<Row>(text, [...values]);
        return { rows, rowCount: rowCount ?? 0 };
      },
    };
    return asOwner(client, await productOwner(client), () => resetFactors(transaction, email));
  });
}

try {
  const [email = '', ...others] = process.argv.slice(2);
  if (!email.includes('@') || others.length > 0)
    throw new Error('name one email address: npm run reset-factor -- user@example.com');
  const config = readConfig(process.env);
  if (config.hosted !== undefined)
    throw new Error('SUPABASE_URL: the accounts are kept by that project, reset the factor there');
  const count = await reset(config, email);
  if (count === null) throw new Error(`there is no account of ${email}`);
  process.stdout.write(
    count === 0
      ? `${email} has no two-step verification. Nothing was changed.\n`
      : `Two-step verification of ${email} was reset and every session ended. The password alone signs in.\n`,
  );
} catch (error) {
  process.stderr.write(`${exitMessage(error)}\n`);
  process.exitCode = 1;
}
