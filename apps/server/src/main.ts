import { join } from 'node:path';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pino, { type DestinationStream } from 'pino';
import { buildApp, type AppConfig } from './app.ts';
import { createMailer } from './mail/mailer.ts';
import { hashPassword } from './auth/passwords.ts';
import { answerArguments } from './command-line.ts';
import { ConfigError, misspeltSettings, readConfig, type Config } from './config.ts';
import { releaseVersion } from './db/migration-files.ts';
import { openDatabase, type OpenedDatabase } from './db/open-database.ts';
import { credentialsFile } from './db/secrets.ts';
import { checkHostedFeatures, hostedStoreWarning } from './hosted-features.ts';
import { startOpenTelemetry } from './observability/opentelemetry.ts';
import { noTracing } from './observability/tracing.ts';
import { reportFailure, say } from './terminal.ts';
import { textLog } from './text-log.ts';

const siteDir = fileURLToPath(new URL('../../web/dist', import.meta.url));
/** Beside the built server. */
const docsRenderer = fileURLToPath(new URL('docs/scalar.js', import.meta.url));
const stopLimitMs = 30_000;

/** The readable log; undefined for JSON, which collectors read. */
function readableLog({ logFormat }: Config): DestinationStream | undefined {
  const isText = logFormat === undefined ? process.stdout.isTTY : logFormat === 'text';
  return isText ? textLog((text) => process.stdout.write(text)) : undefined;
}

function greet({ siteUrl, dataDir, databaseUrl, smtpUrl }: Config, opened: OpenedDatabase): void {
  const kept = join(dataDir, credentialsFile);
  say(`BKK Siam is ready: ${siteUrl}`);
  if (opened.credentials !== undefined) {
    for (const { kind, email, password } of opened.credentials) {
      say(`  ${kind.padEnd(6)}  ${email}  ${password}`);
    }
    say(`  These are shown once and kept in ${kept}`);
  } else if (existsSync(kept)) {
    say(`  The passwords of the first start are in ${kept}`);
  }
  const server = smtpUrl === undefined ? undefined : new URL(smtpUrl).host;
  say(
    `  Mails ${server === undefined ? `are files in ${join(dataDir, 'outbox')}` : `leave by ${server}`}`,
  );
  say(`  The database is ${databaseUrl === undefined ? `in ${dataDir}` : 'that of DATABASE_URL'}`);
}

/** @throws {ConfigError} where `/docs` is wanted and was not built */
async function docsOf({ apiDocs }: Config): Promise<AppConfig['docs']> {
  if (!apiDocs) return undefined;
  if (!existsSync(docsRenderer))
    throw new ConfigError('API_DOCS needs a build with it: API_DOCS=on npm run build');
  return { version: await releaseVersion(), rendererFile: docsRenderer };
}

async function serve(): Promise<void> {
  const config = readConfig(process.env);
  const logTo = readableLog(config);
  const isText = logTo !== undefined;
  if (isText) say('Starting BKK Siam. Ctrl+C stops it; npm start -- --help lists its settings.');
  const log = pino({ level: 'info' }, logTo);
  for (const { given, meant } of misspeltSettings(process.env))
    log.warn(`the variable ${given} is no setting and has no effect: is ${meant} meant?`);
  const docs = await docsOf(config);
  if (!(await checkHostedFeatures(config)))
    log.warn('the hosted project did not answer: its features could not be compared with FEATURES');
  const storeWarning = hostedStoreWarning(config);
  if (storeWarning !== undefined) log.warn(storeWarning);
  const tracing = config.tracing
    ? await startOpenTelemetry({ version: await releaseVersion(), log })
    : noTracing;
  const opened = await openDatabase(config, log, { hashPassword });
  const stop = (): Promise<void> => opened.close();
  try {
    const mailer = createMailer({
      smtpUrl: config.smtpUrl,
      mailFrom: config.mailFrom,
      outboxDir: join(config.dataDir, 'outbox'),
    });
    const app = await buildApp(
      {
        ...config,
        ...opened.secrets,
        docs,
        siteDir: existsSync(join(siteDir, 'client/index.html')) ? siteDir : undefined,
      },
      opened.database,
      mailer,
      { ...(isText && { logTo }), tracing },
    );
    app.addHook('onClose', stop);
    await app.listen({ port: config.port, host: config.host });
    stopOnSignal(async () => {
      if (isText) say('Stopping: requests under way are finished ...');
      try {
        await app.close();
      } finally {
        await tracing.stop();
      }
    });
    greet(config, opened);
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The first signal closes gracefully; a second one, or a close that exceeds its limit, exits at once. */
function stopOnSignal(close: () => Promise<void>): void {
  let stopping = false;
  const onSignal = (): void => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), stopLimitMs).unref();
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        reportFailure(error);
        process.exit();
      },
    );
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
}

try {
  const answer = answerArguments(process.argv.slice(2), await releaseVersion());
  if (answer === undefined) await serve();
  else {
    (answer.isError ? process.stderr : process.stdout).write(`${answer.text}\n`);
    process.exitCode = answer.code;
  }
} catch (error) {
  reportFailure(error);
  process.exit();
}
