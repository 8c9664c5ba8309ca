// The program of `npm run backup`.
import { backup } from './commands/backup.ts';
import { runCommand } from './commands/owner-command.ts';

await runCommand(backup);
