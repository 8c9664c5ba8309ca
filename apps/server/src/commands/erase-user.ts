// `npm run erase-user -- user@example.com --yes`: deletes a user's account with everything that refers to it, and takes the
// person out of the logs. Works with and without a running server.
import { eraseUser as deleteUser } from '../db/user-data.ts';
import { userCommand } from './user-command.ts';

export const eraseUser = userCommand('erase-user', async (client, user, options) => {
  const name = user.email ?? user.id;
  if (options.join() !== '--yes')
    throw new Error(
      `this deletes ${name} for good: npm run export-user first if they asked for their data, then add --yes`,
    );
  await deleteUser(client, user);
  return [
    `${name} (${user.id}) is erased. The logs keep what was done, without the person.`,
    'Backups taken before still hold the account: after restoring one, run this command again.',
  ].join('\n');
});
