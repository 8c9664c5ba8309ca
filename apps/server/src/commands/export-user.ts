// `npm run --silent export-user -- user@example.com > user.json`: everything the product holds about a user, as JSON.
import { exportUser as readUser } from '../db/user-data.ts';
import { userCommand } from './user-command.ts';

export const exportUser = userCommand('export-user', async (client, user) =>
  JSON.stringify(await readUser(client, user), null, 2),
);
