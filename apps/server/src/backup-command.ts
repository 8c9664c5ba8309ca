// Shared by the backup and restore commands: arguments and signals.
import { parseArgs } from 'node:util';
import { BackupError } from './backup/manifest.ts';
import type { Config } from './config.ts';
import { runCommand } from './owner-command.ts';

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

function readArguments({ name, folder: [kind, example] }: BackupCommand, args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
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

/** {@link runCommand} with a folder, stopped by signals. */
export async function runBackupCommand(
  command: BackupCommand,
  work: (config: Config, given: CommandArguments) => Promise<string>,
): Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => stopping.abort(new BackupError(`stopped: ${command.stopped}`)));
  await runCommand(
    {
      readArguments: (args) => readArguments(command, args),
      hostedAdvice: `use its own ${command.name}`,
    },
    async (config, given) => {
      try {
        return await work(config, { ...given, signal });
      } catch (error) {
        signal.throwIfAborted();
        throw error;
      }
    },
  );
}
