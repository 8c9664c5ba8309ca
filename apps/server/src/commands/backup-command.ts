// Shared by the backup and restore commands: arguments and signals.
import { parseArgs } from 'node:util';
import { BackupError } from '../backup/manifest.ts';
import type { Config } from '../config.ts';
import { configCommand, type Command, type CommandProcess } from './owner-command.ts';

interface BackupOptions {
  readonly name: 'backup' | 'restore';
  /** The name of the folder argument in messages, and an example value. */
  readonly folder: readonly [name: string, example: string];
  /** The state after an interrupt, as the message says it. */
  readonly stopped: string;
}

interface CommandArguments {
  readonly folder: string;
  readonly withSecrets: boolean;
  /** Aborted when the process is told to stop. */
  readonly signal: AbortSignal;
  readonly say: CommandProcess['say'];
}

function readArguments({ name, folder: [kind, example] }: BackupOptions, args: readonly string[]) {
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

/** A command with a folder, which can be stopped. */
export function backupCommand(
  options: BackupOptions,
  work: (config: Config, given: CommandArguments) => Promise<string>,
): Command {
  return configCommand(
    {
      readArguments: (args) => readArguments(options, args),
      hostedAdvice: `use its own ${options.name}`,
    },
    async (config, given, { say, onStop }) => {
      const stopping = new AbortController();
      const { signal } = stopping;
      onStop(() => stopping.abort(new BackupError(`stopped: ${options.stopped}`)));
      try {
        return await work(config, { ...given, signal, say });
      } catch (error) {
        signal.throwIfAborted();
        throw error;
      }
    },
  );
}
