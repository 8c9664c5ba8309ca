// The program of `npm run export-user`.
import { exportUser } from './commands/export-user.ts';
import { runCommand } from './commands/owner-command.ts';

await runCommand(exportUser);
