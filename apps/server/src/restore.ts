// The program of `npm run restore`.
import { restore } from './commands/restore.ts';
import { runCommand } from './commands/owner-command.ts';

await runCommand(restore);
