import { join } from 'node:path';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { buildApp } from './app.ts';
import { createMailer } from './mail/mailer.ts';
import { hashPassword } from './auth/passwords.ts';
import { readConfig } from './config.ts';
import { openDatabase, type OpenedDatabase } from './db/open-database.ts';
import { exitMessage } from './exit-message.ts';

const siteDir = fileURLToPath(new URL('../../web/dist', import.meta.url));
const stopLimitMs = 30_000;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function greet(siteUrl: string, opened: OpenedDatabase, dataDir: string): void {
  say(`BKK Siam is ready: ${siteUrl}`);
  if (opened.credentials === undefined) return;
  for (const { kind, email, password } of opened.credentials) {
    say(`  ${kind.padEnd(6)}  ${email}  ${password}`);
  }
  say(`  These are shown once and kept in ${join(dataDir, 'credentials.txt')}`);
}

async function serve(): Promise<void> {
  const config = readConfig(process.env);
  const log = pino({ level: 'info' });
  const opened = await openDatabase(config, log, { hashPassword });
  const stop = async (): Promise<void> => {
    await opened.close();
  };
  try {
    const mailer = createMailer({
      smtpUrl: config.smtpUrl,
      mailFrom: config.mailFrom,
      outboxDir: join(config.dataDir, 'outbox'),
    });
    const app = await buildApp(
      {
        ...config,
        jwtSecret: opened.secrets.jwtSecret,
        siteDir: existsSync(join(siteDir, 'client/index.html')) ? siteDir : undefined,
      },
      opened.database,
      mailer,
    );
    app.addHook('onClose', stop);
    await app.listen({ port: config.port, host: config.host });
    stopOnSignal(() => app.close());
    greet(config.siteUrl, opened, config.dataDir);
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
        process.stderr.write(`${exitMessage(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
}

try {
  await serve();
} catch (error) {
  process.stderr.write(`${exitMessage(error)}\n`);
  process.exit(1);
}
