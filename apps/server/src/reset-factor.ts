// The program of `npm run reset-factor`.
import { resetFactor } from './commands/reset-factor.ts';
import { runCommand } from './commands/owner-command.ts';

await runCommand(resetFactor);
