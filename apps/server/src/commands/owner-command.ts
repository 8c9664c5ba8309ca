// Shared by the operator's commands: arguments, settings, the owner's transaction, the one-line error.
import type { ClientBase } from 'pg';
import { readConfig, type Config, type Environment } from '../config.ts';
import { withAdminClient } from '../db/admin-server.ts';
import type { Row, Transaction } from '../db/database.ts';
import { productOwner } from '../db/migrate.ts';
import { asOwner } from '../db/seed.ts';
import { reportFailure, say } from '../terminal.ts';

/** The process of a command, or a test in its place. */
export interface CommandProcess {
  readonly args: readonly string[];
  readonly env: Environment;
  readonly say: (line: string) => void;
  /** Calls the listener when the process is told to stop, which then does not end by itself. */
  readonly onStop: (listener: () => void) => void;
}

/** Resolves with the last lines to print. */
export type Command = (process: CommandProcess) => Promise<string>;

interface CommandOptions<Arguments> {
  /** Throws what is wrong with the arguments and how to write them. */
  readonly readArguments: (given: readonly string[]) => Arguments;
  /** What to do where a hosted project keeps the accounts and data. */
  readonly hostedAdvice: string;
}

/** What is open on the connection, for the modules of the protocols. */
export function transactionOf(client: ClientBase): Transaction {
  return {
    async run({ text, values = [] }) {
      const { rows, rowCount } = await client.query<Row>(text, [...values]);
      return { rows, rowCount: rowCount ?? 0 };
    },
  };
}

/** The one address among the arguments of a command. */
export function readAddress(name: string): (given: readonly string[]) => string {
  return ([given = '', ...others]) => {
    if (given.includes('@') && others.length === 0) return given;
    throw new Error(`name one email address: npm run ${name} -- user@example.com`);
  };
}

/** A command whose work gets the settings and the arguments. */
export function configCommand<Arguments>(
  { readArguments, hostedAdvice }: CommandOptions<Arguments>,
  work: (config: Config, given: Arguments, process: CommandProcess) => Promise<string>,
): Command {
  return async (process) => {
    const given = readArguments(process.args);
    const config = readConfig(process.env);
    if (config.hosted !== undefined)
      throw new Error(`SUPABASE_URL: accounts and data are kept by that project, ${hostedAdvice}`);
    return work(config, given, process);
  };
}

/**
 * A command whose work runs as the owner of the product's tables, in one transaction. It works with and without a running
 * server.
 */
export function ownerCommand<Arguments>(
  options: CommandOptions<Arguments>,
  work: (client: ClientBase, given: Arguments) => Promise<string>,
): Command {
  return configCommand(options, (config, given) =>
    withAdminClient(config, async (client) =>
      asOwner(client, await productOwner(client), () => work(client, given)),
    ),
  );
}

/** Runs the command in this process and prints its result; a failure is one line on the standard error, and status 1. */
export async function runCommand(command: Command): Promise<void> {
  const onStop = (listener: () => void) => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, listener);
  };
  try {
    say(await command({ args: process.argv.slice(2), env: process.env, say, onStop }));
  } catch (error) {
    reportFailure(error);
  }
}
