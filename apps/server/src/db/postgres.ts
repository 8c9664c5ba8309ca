import type { Identity } from '@bkksiam/domain/identity';
import { BatchPool, type BatchPoolOptions, type BatchScope } from './batch-pool.ts';
import { callerShares } from './caller-shares.ts';
import type { Database, PoolStats, Row, Scope, Statement } from './database.ts';
import { HealthConnection } from './health-connection.ts';
import { scopeStatement, statementTimeoutMs } from './identity-scope.ts';
import { NotificationListener } from './notification-listener.ts';
import { NotificationPoll } from './notification-poll.ts';
import { maxLagMs, positionQuery, ReadReplicas } from './read-replicas.ts';
import type { ServerLogins } from './login-roles.ts';
import type { ReleaseFile } from './migration-files.ts';
import type { ServerAddress } from './server-address.ts';

const callerConnections = 8;
const serviceConnections = 4;
const storeConnections = 2;

export interface PostgresOptions extends ServerLogins {
  readonly address: ServerAddress;
  /**
   * Set when `address` leads to a connection pooler in transaction mode, where no statement can be prepared. LISTEN
   * takes the direct address; without one, notifications are polled.
   */
  readonly pooler?: { readonly direct: ServerAddress | undefined } | undefined;
  /** Replicas for reads that may lag. */
  readonly replicas?: readonly ServerAddress[] | undefined;
  /** The migrations that have to be applied; default none. */
  readonly release?: readonly ReleaseFile[];
  /** Other limits than the defaults, which tests use. */
  readonly limits?: {
    readonly callers?: number;
    readonly services?: number;
    readonly stores?: number;
    readonly preparedStatements?: number;
    readonly waitMs?: number;
    readonly answerMs?: number;
  };
}

/** The scope of the other logins, whose roles have shorter timeouts (`0011` and `0014` of `platform/`). */
const asItself: BatchScope = { role: '', statement: undefined, statementTimeoutMs: 6_000 };
/** For a batch of any length: with the wait for a connection it stays below the auth service's 10 s for a request. */
const serviceAnswerMs = 7_000;

/** The migrations of the release that are not applied. */
function missingFiles(release: readonly ReleaseFile[]): Statement {
  return {
    text: `select kind || '/' || name as file
      from unnest($1::text[], $2::text[]) as release (kind, name)
      where not exists (
        select from bkksiam_private.applied_files as applied
        where applied.kind = release.kind and applied.name = release.name)
      order by file`,
    values: [release.map(({ kind }) => kind), release.map(({ name }) => name)],
  };
}

/** The replicas for the pool of one login; undefined without any. */
function replicasOf(
  { replicas = [], ...options }: Pick<PostgresOptions, 'replicas'> & BatchPoolOptions,
  readPosition: () => Promise<Row | undefined>,
): ReadReplicas | undefined {
  if (replicas.length === 0) return undefined;
  const pools = replicas.map((address) => new BatchPool({ ...options, address, isReplica: true }));
  return new ReadReplicas(pools, readPosition);
}

function notificationsOf({
  address,
  pooler,
  authenticator,
  limits,
}: Pick<PostgresOptions, 'address' | 'pooler' | 'authenticator' | 'limits'>) {
  return pooler !== undefined && pooler.direct === undefined
    ? new NotificationPoll()
    : new NotificationListener(pooler?.direct ?? address, authenticator, limits?.answerMs);
}

interface Pools {
  readonly callers: BatchPool;
  readonly callerReplicas: ReadReplicas | undefined;
  readonly services: BatchPool;
  readonly stores: BatchPool;
  readonly storeReplicas: ReadReplicas | undefined;
}

function statsOf({ callers, callerReplicas, services, stores, storeReplicas }: Pools): PoolStats[] {
  const ofReplicas = (pool: string, replicas: ReadReplicas | undefined): PoolStats[] =>
    (replicas?.stats ?? []).map((stats, index) => ({
      ...stats,
      pool: `${pool}_replica_${String(index + 1)}`,
    }));
  return [
    { ...callers.stats, pool: 'callers' },
    ...ofReplicas('callers', callerReplicas),
    { ...services.stats, pool: 'auth' },
    { ...stores.stats, pool: 'store' },
    ...ofReplicas('store', storeReplicas),
  ];
}

/** The scopes of callers in a pool of the size. */
function callerScopes(size: number) {
  const sharesOf = callerShares(size);
  return (identity: Identity, scope: Scope | undefined): BatchScope => ({
    role: identity.role,
    statement: scopeStatement(identity, scope),
    statementTimeoutMs: statementTimeoutMs[identity.role],
    shares: sharesOf(identity),
  });
}

/** Opens the product's database with small pools; connections are opened on demand. */
export function openPostgres({
  address,
  pooler,
  replicas = [],
  authenticator,
  service,
  store,
  release = [],
  limits = {},
}: PostgresOptions): Database {
  const { callers: size = callerConnections, services: serviceSize = serviceConnections } = limits;
  const scopeOf = callerScopes(size);
  const common = {
    address,
    waitMs: limits.waitMs,
    answerMs: limits.answerMs,
    preparedCapacity: pooler === undefined ? limits.preparedStatements : 0,
  };
  const callerOptions = { ...common, login: authenticator, size };
  const storeOptions = { ...common, login: store, size: limits.stores ?? storeConnections };
  const callers = new BatchPool(callerOptions);
  const services = new BatchPool({
    ...common,
    login: service,
    size: serviceSize,
    answerMs: limits.answerMs ?? serviceAnswerMs,
  });
  const stores = new BatchPool(storeOptions);
  const position = new HealthConnection(address, authenticator, { text: positionQuery });
  const readPosition = async () => (await position.check())[0];
  const callerReplicas = replicasOf({ ...callerOptions, replicas }, readPosition);
  const storeReplicas = replicasOf({ ...storeOptions, replicas }, readPosition);
  const listener = notificationsOf({ address, pooler, authenticator, limits });
  const health = new HealthConnection(address, service, missingFiles(release));
  return {
    asIdentity(identity, statements, scope) {
      const batch = scopeOf(identity, scope);
      return scope?.mayLag === true && callerReplicas !== undefined
        ? callerReplicas.run(batch, statements, callers)
        : callers.run(batch, statements);
    },
    transaction: (identity, fn, scope) => callers.transaction(scopeOf(identity, scope), fn),
    asService: (statements) => services.run(asItself, statements),
    asStore: (statements) =>
      storeReplicas?.run(asItself, statements, stores) ?? stores.run(asItself, statements),
    serviceTransaction: (fn) => services.transaction(asItself, fn),
    maxLagMs: replicas.length === 0 ? 0 : maxLagMs,
    listen: (channel, onNotification) => listener.listen(channel, onNotification),
    ping: () => health.check(),
    missingMigrations: async () => (await health.check()).map(({ file }) => String(file)),
    probe: (statement) => health.read(statement),
    poolStats: () => statsOf({ callers, callerReplicas, services, stores, storeReplicas }),
    async close() {
      const pools = [callers, services, stores, callerReplicas, storeReplicas];
      const parts = [...pools, listener, health, position].filter((part) => part !== undefined);
      await Promise.all(parts.map((part) => part.close()));
    },
  };
}
