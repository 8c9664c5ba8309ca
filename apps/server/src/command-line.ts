import type { Variable } from './config.ts';

/** A variable of the environment: its default, and what it does in one line. */
type Setting = readonly [fallback: string, text: string];

const settings: Readonly<Record<Variable, Setting>> = {
  PORT: ['3000', 'port it listens on'],
  HOST: ['127.0.0.1', 'address it listens on'],
  SITE_URL: ['http://localhost:$PORT', 'public address, in mails, site map and shared links'],
  TRUST_PROXY: ['', 'proxies whose X-Forwarded-For is trusted: loopback, 10.0.0.0/8'],
  DATA_DIR: ['./data', 'the PostgreSQL cluster, generated secrets, the mail outbox'],
  DATABASE_URL: ['', 'a PostgreSQL 15 or newer instead of the one in DATA_DIR'],
  DATABASE_DIRECT_URL: ['DATABASE_URL', 'the same database past a connection pooler'],
  DATABASE_READ_URLS: ['', 'replicas for the store, visitors’ reads and those that ask'],
  DATABASE_POOLER: ['detected', 'transaction: a pooler in that mode is in front; none: no pooler'],
  DATABASE_MIGRATE: ['on', 'off: npm run migrate prepares it, with the owner’s login'],
  DATABASE_POOL_CALLERS: ['4 a core', 'connections for requests of the data service'],
  DATABASE_POOL_AUTH: ['2 a core', 'connections for the auth service, mails and jobs'],
  DATABASE_POOL_STORE: ['1 a core', 'connections for the store'],
  DATABASE_POOL_WAIT_MS: ['2000', 'how long a request waits for a connection'],
  SEED: ['demo', 'demo data, only into an empty database; none: without'],
  ADMIN_EMAIL: ['', 'makes or names an admin, once for an address'],
  ADMIN_PASSWORD: ['', 'the password of that admin'],
  SMTP_URL: ['', 'mail server; without one mails are files in $DATA_DIR/outbox'],
  MAIL_FROM: ['BKK Siam <no-reply@…>', 'sender of the mails'],
  JWT_SECRET: ['generated once', 'signs the access tokens, 32 characters or more'],
  JWT_SECRET_ACCEPTED: ['', 'its tokens are accepted too, while it is replaced'],
  JWT_KEYS: ['', 'a JWK set of private keys; the first signs instead'],
  SEALING_KEY: ['JWT_SECRET', 'seals second factors and mailed links in the database'],
  SEALING_KEY_ACCEPTED: ['', 'opens what it has sealed, while it is replaced'],
  REDIRECT_URLS: ['', 'further addresses a mailed link may lead to, with * and **'],
  RATE_LIMIT: ['on', 'off lifts every limit but that of guesses at a code'],
  AUTH_AUTOCONFIRM: ['off', 'on: a sign-up needs no mailed link'],
  AUTH_REAUTHENTICATION: ['off', 'on: an old session needs a mailed code for a new password'],
  AUTH_ANONYMOUS: ['off', 'on: visitors may open accounts without an address'],
  REST_SCHEMAS: ['public', 'schemas the data service exposes, the default first'],
  REST_MAX_ROWS: ['1000', 'rows of a read, a call or an embedded list at most'],
  REST_AGGREGATES: ['off', 'on: a select list may use count(), sum(), avg(), min() and max()'],
  REST_EXPLAIN: ['off', 'on: shows execution plans'],
  REST_TX: ['commit', 'rollback-allowed: requests may be tried without keeping them'],
  CAPTCHA_PROVIDER: ['', 'turnstile or hcaptcha vouches for sign-ups, sign-ins and mails'],
  CAPTCHA_SECRET: ['', 'the secret at that provider'],
  STORE_URL: ['own', 'another store service with the same protocol'],
  STORE_ID: ['bkksiam', 'id of the store in its addresses'],
  FEATURES: ['none', '"all" or names of features beyond the specification'],
  IMAGE_HOSTS: ['', 'further hosts pictures come from'],
  SUPABASE_URL: ['', 'a hosted Supabase project in place of own accounts and data'],
  SUPABASE_ANON_KEY: ['', 'the public key of that project'],
  METRICS_TOKEN: ['', 'bearer token of /metrics; without it there are no metrics'],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['', 'sends traces to this OpenTelemetry collector'],
  LOG_FORMAT: ['by terminal', 'text: readable lines; json: one object a line'],
};

function help(): string {
  const rows = Object.entries(settings).map(([name, [fallback, text]]) => {
    const start = `  ${name.padEnd(29)}${fallback.padEnd(24)}`;
    return `${start}${text}`;
  });
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
    `  ${'variable'.padEnd(29)}${'default'.padEnd(24)}what it does`,
    ...rows,
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
