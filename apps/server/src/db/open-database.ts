import type { ClientBase } from 'pg';
import { createVapidKeys } from '../../../../supabase/functions/_shared/messages/vapid.ts';
import type { Config } from '../config.ts';
import { connectAdmin, directUrlName, openServer, type Server } from './admin-server.ts';
import type { Database } from './database.ts';
import { makeFirstAccounts, type Credential, type HashPassword } from './first-accounts.ts';
import { findLogins, renewableLogins, type ServerLogins } from './login-roles.ts';
import { migrate, productOwner, withDatabaseLock, type MigrationLog } from './migrate.ts';
import { releaseFiles } from './migration-files.ts';
import { openPostgres, type PostgresOptions } from './postgres.ts';
import { checkPrepared, readPrepared, readServerLogins } from './prepared-database.ts';
import { databaseSecret, keyStore, loginKeyName, newSecret } from './secrets.ts';
import { isPooled, withClient, type AdminLogin } from './server-address.ts';
import { pushKeyText, serverKeys, type ServerKeys } from './server-keys.ts';
import { asOwner, seedFeatures } from './seed.ts';
import { checkServer } from './server-checks.ts';

export interface OpenedDatabase {
  readonly database: Database;
  readonly secrets: ServerKeys;
  /** Accounts created by this start, shown once and kept in the data folder's `credentials.txt`. */
  readonly credentials?: readonly Credential[];
  /** Waits for running statements and closes; the last server on an embedded cluster stops it. */
  close(): Promise<void>;
}

export interface OpenOptions {
  readonly hashPassword: HashPassword;
}

interface Prepared {
  readonly keys: ServerKeys;
  readonly logins: ServerLogins;
  readonly credentials: readonly Credential[] | undefined;
}

/**
 * Detects a connection pooler in front of the server or a replica, unless the configuration says so. An unreachable
 * replica counts as not pooled; its pool reports the error.
 */
async function findPooler(
  { admin, direct, replicas }: Server,
  { databaseUrl, directUrl, pooler }: Config,
  log: MigrationLog,
): Promise<PostgresOptions['pooler']> {
  if (databaseUrl === undefined || pooler === 'none') return undefined;
  const addresses = [admin, ...replicas];
  const isBehind = (address: AdminLogin) => withClient(address, admin, isPooled).catch(() => false);
  if (pooler === undefined && !(await Promise.all(addresses.map(isBehind))).includes(true))
    return undefined;
  if (directUrl === undefined)
    log.warn(
      {},
      `DATABASE_URL leads to a connection pooler: changes are polled for every 5 s, unless ${directUrlName} leads past it`,
    );
  return { direct: directUrl === undefined ? undefined : direct };
}

/** Migrates and seeds the database; one start at a time. */
async function prepare(
  client: ClientBase,
  { admin, direct }: Server,
  config: Config,
  log: MigrationLog,
  { hashPassword }: OpenOptions,
): Promise<Prepared> {
  await migrate(client, log);
  const adminSecret = admin.password ?? (await databaseSecret(client, loginKeyName));
  const logins = await findLogins(client, direct, adminSecret);
  const store = keyStore(config, client);
  if (config.jwtSecret === undefined && (await store.read('jwt secret')) === undefined)
    await store.write('jwt secret', newSecret());
  if (config.features.includes('notifications') && (await store.read('push key')) === undefined)
    await store.write('push key', pushKeyText(await createVapidKeys()));
  const keys = await serverKeys(config, store);
  const owner = await productOwner(client);
  await asOwner(client, owner, () =>
    client.query(
      'select bkk_internal.set_features($1), bkk_internal.set_review_hours($2), bkk_internal.set_notification_channels($3, $4), bkk_internal.set_one_name_style($5), bkk_internal.set_approval_limit($6)',
      [
        config.features,
        config.reviewHours,
        config.lineToken !== undefined,
        keys.pushKeys?.publicKey ?? null,
        config.oneNameStyle,
        config.approvalLimit ?? null,
      ],
    ),
  );
  const credentials = await makeFirstAccounts(client, owner, config, hashPassword);
  if (config.seed === 'demo')
    await asOwner(client, owner, () => seedFeatures(client, config.features));
  return { keys, logins, credentials };
}

async function prepareServer(
  server: Server,
  config: Config,
  log: MigrationLog,
  options: OpenOptions,
): Promise<Prepared> {
  const { direct } = server;
  const client = await connectAdmin(server, config);
  try {
    if (config.databaseUrl !== undefined) await checkServer(client, direct);
    return await withDatabaseLock(direct, () => prepare(client, server, config, log, options));
  } finally {
    await client.end();
  }
}

/**
 * Prepares the database as the owner, for servers that do not (`DATABASE_MIGRATE=off`), and closes it again.
 *
 * @returns accounts created by it; undefined without any
 * @throws {DatabaseSetupError} or a ClusterError, with one line for the operator
 */
export async function migrateDatabase(
  config: Config,
  log: MigrationLog,
  options: OpenOptions,
): Promise<readonly Credential[] | undefined> {
  const server = await openServer(config, log);
  try {
    return (await prepareServer(server, config, log, options)).credentials;
  } finally {
    await server.release();
  }
}

/**
 * Opens the product's database: starts the embedded cluster or uses `DATABASE_URL`, migrates it, creates secrets and
 * first accounts, and connects. Any number of servers may do this at once.
 *
 * @throws {DatabaseSetupError} or a ClusterError, with one line for the operator
 */
export async function openDatabase(
  config: Config,
  log: MigrationLog,
  options: OpenOptions,
): Promise<OpenedDatabase> {
  const server = await openServer(config, log);
  try {
    const { admin, replicas } = server;
    const prepared = config.migrates
      ? await prepareServer(server, config, log, options)
      : await readPrepared(server, config, log);
    const { keys, credentials } = prepared;
    const logins = renewableLogins(prepared.logins, () => readServerLogins(server));
    const pooler = await findPooler(server, config, log);
    const release = await releaseFiles();
    const { callers, auth: services, store: stores, waitMs } = config.pools;
    const limits = { callers, services, stores, waitMs };
    const database = openPostgres({ address: admin, pooler, replicas, release, limits, ...logins });
    if (!config.migrates) await checkPrepared(database, config);
    return {
      database,
      secrets: keys,
      ...(credentials === undefined ? {} : { credentials }),
      async close() {
        try {
          await database.close();
        } finally {
          await server.release();
        }
      },
    };
  } catch (error) {
    await server.release();
    throw error;
  }
}
