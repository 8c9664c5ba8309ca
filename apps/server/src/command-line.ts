import { settings, type Setting } from './settings.ts';

function help(): string {
  const row = (name: string, fallback: string, text: string) =>
    `  ${name.padEnd(29)}${fallback.padEnd(24)}${text}`;
  const groups = Object.entries(settings).flatMap(([group, members]) => [
    `${group}:`,
    ...Object.values<Setting>(members).map(({ name, fallback, text }) => row(name, fallback, text)),
  ]);
  return [
    'Usage: npm start',
    '',
    'Starts the site, its services and, without DATABASE_URL, its database.',
    '',
    'Options (after --):',
    '  -h, --help     shows this text',
    '  -v, --version  shows the version',
    '',
    'Settings are variables of the environment, each with its default; all are optional:',
    row('variable', 'default', 'what it does'),
    ...groups,
    '',
    'Example: PORT=8080 SEED=none npm start',
    'Other commands, with the same settings:',
    '  npm run backup -- <folder>         writes a backup while the server serves',
    '  npm run restore -- <backup>        fills an empty DATA_DIR or database with it',
    '  npm run reset-factor -- <email>    removes the second factor of an account',
    '  npm run grant-admin -- <email>     makes a confirmed account an active admin',
    '  npm run export-user -- <email>     prints what is stored about a person',
    '  npm run erase-user -- <email>      erases it, with --yes',
    '  npm run migrate                    prepares the database for DATABASE_MIGRATE=off',
    '  npm run rotate-secret -- <secret>  replaces a secret while servers run',
    '  npm run psql -- <arguments>        opens psql on the database',
  ].join('\n');
}

/** What a command with arguments prints, and its exit status. */
interface Answer {
  readonly text: string;
  readonly isError: boolean;
  readonly code: 0 | 2;
}

/** The answer to arguments; undefined for none, which starts the server. */
export function answerArguments(given: readonly string[], version: string): Answer | undefined {
  const unknown = given.find((one) => !['-h', '--help', '-v', '--version'].includes(one));
  if (unknown !== undefined) {
    const text = `bkksiam: unknown argument ${unknown}: settings are variables of the environment, npm start -- --help lists them`;
    return { text, isError: true, code: 2 };
  }
  if (given.some((one) => one === '-h' || one === '--help'))
    return { text: help(), isError: false, code: 0 };
  return given.length === 0 ? undefined : { text: version, isError: false, code: 0 };
}
