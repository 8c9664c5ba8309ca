// The program of `npm run grant-admin`.
import { grantAdmin } from './commands/grant-admin.ts';
import { runCommand } from './commands/owner-command.ts';

await runCommand(grantAdmin);
