// The program of `npm run migrate`.
import { migrate } from './commands/migrate.ts';
import { runCommand } from './commands/owner-command.ts';

await runCommand(migrate);
