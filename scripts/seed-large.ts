// Adds 100,000 users, 200,000 requests, 200,000 sign-ins and 5,000 news to the database that `npm start` would use, or
// a fraction of them, such as 0.1.
import { readFile } from 'node:fs/promises';
import type { ClientBase } from 'pg';
import { hashPassword } from '../apps/server/src/auth/passwords.ts';
import { readConfig } from '../apps/server/src/config.ts';
import { withAdminClient } from '../apps/server/src/db/admin-server.ts';
import { productOwner, silentLog } from '../apps/server/src/db/migrate.ts';
import { openDatabase } from '../apps/server/src/db/open-database.ts';
import { asOwner } from '../apps/server/src/db/seed.ts';

const smallest = 0.01;

async function seed(client: ClientBase, share: number): Promise<void> {
  const { rowCount } = await client.query(
    `select from auth.users where email like '%@large.bkksiam.example' limit 1`,
  );
  if (rowCount === 1) throw new Error('The large agency is there already.');
  const text = await readFile(new URL('../supabase/seed-large.sql', import.meta.url), 'utf8');
  await asOwner(client, await productOwner(client), async () => {
    await client.query(`select set_config('bkksiam.seed_share', $1, true)`, [String(share)]);
    await client.query(text);
  });
  await client.query('vacuum analyze');
}

const share = Number(process.argv[2] ?? '1');
try {
  if (!(share >= smallest && share <= 1)) throw new Error('A share is a number from 0.01 to 1.');
  const config = readConfig(process.env);
  const opened = await openDatabase(config, silentLog, { hashPassword });
  try {
    await withAdminClient(config, (client) => seed(client, share));
  } finally {
    await opened.close();
  }
  console.log('The large agency is in the database.');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
