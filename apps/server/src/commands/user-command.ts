// Shared by the commands about a person's data: they name the user by address or id.
import type { ClientBase } from 'pg';
import { findUser, type FoundUser } from '../db/user-data.ts';
import { ownerCommand, type Command } from './owner-command.ts';

/** A command about the user of the first argument; the others are its options. */
export function userCommand(
  name: string,
  work: (client: ClientBase, user: FoundUser, options: readonly string[]) => Promise<string>,
): Command {
  return ownerCommand(
    {
      readArguments([given = '', ...options]) {
        if (given === '' || given.startsWith('-'))
          throw new Error(`name one user: npm run --silent ${name} -- user@example.com`);
        return { given, options };
      },
      hostedAdvice: 'call its functions in SQL there',
    },
    async (client, { given, options }) => {
      const user = await findUser(client, given.trim());
      if (user === undefined) throw new Error(`there is no account of ${given}`);
      return work(client, user, options);
    },
  );
}
