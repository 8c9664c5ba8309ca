// The program of `npm run erase-user`.
import { eraseUser } from './commands/erase-user.ts';
import { runCommand } from './commands/owner-command.ts';

await runCommand(eraseUser);
