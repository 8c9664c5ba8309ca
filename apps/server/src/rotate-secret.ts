// The program of `npm run rotate-secret`.
import { rotateSecret } from './commands/rotate-secret.ts';
import { runCommand } from './commands/owner-command.ts';

await runCommand(rotateSecret);
