// `npm run migrate`: prepares the database with the owner's login, for servers that start without it (DATABASE_MIGRATE=off).
import { hashPassword } from '../auth/passwords.ts';
import type { MigrationLog } from '../db/migrate.ts';
import { migrateDatabase } from '../db/open-database.ts';
import { configCommand, type CommandProcess } from './owner-command.ts';

/** Prints what is applied and what is waited for, a line each. */
const printedLog = ({ say }: CommandProcess): MigrationLog => ({
  info: ({ file }: { readonly file?: string }, message) => say(`${message ?? ''}: ${file ?? ''}`),
  warn: (fields, message) => say(`${message ?? ''} ${JSON.stringify(fields)}`),
});

function readArguments([unknown]: readonly string[]): undefined {
  if (unknown !== undefined)
    throw new Error(`unknown argument ${unknown}: the settings are those of npm start`);
}

export const migrate = configCommand(
  { readArguments, hostedAdvice: 'migrate its database with supabase db push' },
  async (config, _given, process) => {
    const credentials = await migrateDatabase(config, printedLog(process), { hashPassword });
    for (const { kind, email, password } of credentials ?? [])
      process.say(`  ${kind.padEnd(6)}  ${email}  ${password}`);
    process.say(`Features that are on: ${config.features.join(', ') || 'none'}`);
    return 'The database is ready. Servers with DATABASE_MIGRATE=off connect as members of bkksiam_server.';
  },
);
