// `npm run --silent export-user -- user@example.com > user.json`: everything the product holds about a user, as JSON.
import { exportUser } from './db/user-data.ts';
import { runUserCommand } from './user-command.ts';

await runUserCommand('export-user', async (client, user) =>
  JSON.stringify(await exportUser(client, user), null, 2),
);
