// Shared by the backup and restore commands: arguments, environment, signals and the one-line error.
import { parseArgs } from 'node:util';
import { BackupError } from './backup/manifest.ts';
import { readConfig, type Config } from './config.ts';
import { exitMessage } from './exit-message.ts';

interface BackupCommand {
  readonly name: 'backup' | 'restore';
  /** The name of the folder argument in messages, and an example value. */
  readonly folder: readonly [name: string, example: string];
  /** The state after an interrupt, as the message says it. */
  readonly stopped: string;
}

interface CommandArguments {
  readonly folder: string;
  readonly withSecrets: boolean;
  /** Aborted by SIGINT and SIGTERM. */
  readonly signal: AbortSignal;
}

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function readArguments({ name, folder: [kind, example] }: BackupCommand) {
  try {
    const { values, positionals } = parseArgs({
      options: { 'without-secrets': { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    const [folder, ...others] = positionals;
    if (folder !== undefined && folder !== '' && others.length === 0)
      return { folder, withSecrets: !values['without-secrets'] };
  } catch {
    // An unknown option.
  }
  throw new BackupError(`name one ${kind}: npm run ${name} -- ${example} [--without-secrets]`);
}

/** Runs the work; a failure is one line on the standard error, and status 1. */
export async function runBackupCommand(
  command: BackupCommand,
  work: (config: Config, given: CommandArguments) => Promise<void>,
): Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => stopping.abort(new BackupError(`stopped: ${command.stopped}`)));
  try {
    const given = readArguments(command);
    const config = readConfig(process.env);
    if (config.hosted !== undefined)
      throw new BackupError(
        `SUPABASE_URL: the data are kept by that project, use its own ${command.name}`,
      );
    await work(config, { ...given, signal });
  } catch (error) {
    process.stderr.write(`${exitMessage(signal.aborted ? signal.reason : error)}\n`);
    process.exitCode = 1;
  }
}
