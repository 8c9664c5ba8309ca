// Shared by the operator's commands: arguments, settings, the owner's transaction, the one-line error.
import type { ClientBase } from 'pg';
import { readConfig, type Config } from './config.ts';
import { withAdminClient } from './db/admin-server.ts';
import type { Row, Transaction } from './db/database.ts';
import { productOwner } from './db/migrate.ts';
import { asOwner } from './db/seed.ts';
import { reportFailure, say } from './terminal.ts';

interface OwnerCommand<Arguments> {
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

/** Runs the work and prints its result; a failure is one line on the standard error, and status 1. */
export async function runCommand<Arguments>(
  { readArguments, hostedAdvice }: OwnerCommand<Arguments>,
  work: (config: Config, given: Arguments) => Promise<string>,
): Promise<void> {
  try {
    const given = readArguments(process.argv.slice(2));
    const config = readConfig(process.env);
    if (config.hosted !== undefined)
      throw new Error(`SUPABASE_URL: accounts and data are kept by that project, ${hostedAdvice}`);
    say(await work(config, given));
  } catch (error) {
    reportFailure(error);
  }
}

/**
 * Runs the work as the owner of the product's tables, in one transaction, and prints its result. It works with and without
 * a running server.
 */
export async function runOwnerCommand<Arguments>(
  command: OwnerCommand<Arguments>,
  work: (client: ClientBase, given: Arguments) => Promise<string>,
): Promise<void> {
  await runCommand(command, (config, given) =>
    withAdminClient(config, async (client) =>
      asOwner(client, await productOwner(client), () => work(client, given)),
    ),
  );
}
