// A process that opens the database of `DATABASE_URL` as the server does and prints the result as JSON.
import { hash } from '@node-rs/argon2';
import { readConfig } from '../config.ts';
import { openDatabase } from '../db/open-database.ts';

const [databaseUrl = '', dataDir = ''] = process.argv.slice(2);
const silent = { info: () => undefined, warn: () => undefined };
const config = readConfig({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, SEED: 'demo' });
const opened = await openDatabase(config, silent, { hashPassword: (plain) => hash(plain) });
const [news] = await opened.database.asIdentity({ role: 'anon', claims: {} }, [
  { text: 'select count(*) as n from bkk_airline_news' },
]);
await opened.database.asService([{ text: 'select count(*) from auth.users' }]);
await opened.close();
process.stdout.write(
  JSON.stringify({
    jwtSecret: opened.secrets.jwtSecret,
    news: news?.rows[0]?.n,
    credentials: opened.credentials?.length ?? 0,
  }),
);
