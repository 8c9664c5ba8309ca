import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Email } from 'postal-mime';
import { buildApp, type AppConfig, type AppOptions } from '../app.ts';
import { createMailer } from '../mail/mailer.ts';
import { readConfig } from '../config.ts';
import { anonKey, createTokens } from '../http/jwt.ts';
import { mailsAreOut, readOutbox } from './outbox.ts';
import {
  createTestDatabase,
  type TestDatabase,
  type TestDatabaseOptions,
} from './test-database.ts';

export interface TestBackendOptions {
  readonly seed?: 'demo' | 'none';
  readonly config?: Partial<AppConfig>;
  readonly limits?: TestDatabaseOptions['limits'];
  readonly proxy?: TestDatabaseOptions['proxy'];
  readonly connectionLimits?: AppOptions['connectionLimits'];
  /** Default false: the tests themselves saturate the event loop. */
  readonly shedsLoad?: boolean;
  /** Collects the log at level trace; without it nothing is logged. */
  readonly log?: string[];
  readonly tracing?: AppOptions['tracing'];
}

export interface TestBackend {
  /** Base URL of the server, on the loopback interface. */
  readonly url: string;
  readonly anonKey: string;
  readonly config: AppConfig;
  readonly database: TestDatabase;
  /** The number of open connections. */
  connections(): Promise<number>;
  /** The mails sent so far, oldest first. */
  mails(): Promise<Email[]>;
  close(): Promise<void>;
}

const secret = 'a secret of the tests, long enough to sign with';

/** Starts the real app on a free port, with a clone of the migrated template database. */
export async function startTestBackend(options: TestBackendOptions = {}): Promise<TestBackend> {
  const database = await createTestDatabase({
    seed: options.seed ?? 'none',
    limits: options.limits,
    proxy: options.proxy,
  });
  const dataDir = await mkdtemp(join(tmpdir(), 'bkksiam-test-'));
  const outboxDir = join(dataDir, 'outbox');
  const config: AppConfig = {
    ...readConfig({ DATA_DIR: dataDir, RATE_LIMIT: 'off' }),
    jwtSecret: secret,
    ...options.config,
  };
  const mailer = createMailer({ smtpUrl: undefined, mailFrom: config.mailFrom, outboxDir });
  const { log, connectionLimits, tracing } = options;
  const app = await buildApp(config, database.database, mailer, {
    ...(connectionLimits && { connectionLimits }),
    ...(tracing && { tracing }),
    shedsLoad: options.shedsLoad ?? false,
    logLevel: log === undefined ? 'silent' : 'trace',
    ...(log && { logTo: { write: (line) => void log.push(line) } }),
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    url,
    anonKey: await anonKey(createTokens({ secret: config.jwtSecret })),
    config,
    database,
    connections: () => promisify(app.server.getConnections.bind(app.server))(),
    async mails() {
      await mailsAreOut(database.database);
      return readOutbox(outboxDir);
    },
    async close() {
      await app.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
