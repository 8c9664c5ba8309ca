import type { Identity } from '@bkksiam/domain/identity';
import { BatchPool, type BatchScope } from './batch-pool.ts';
import { callerShares } from './caller-shares.ts';
import type { Database, Scope } from './database.ts';
import { HealthConnection } from './health-connection.ts';
import { scopeStatement } from './identity-scope.ts';
import { NotificationListener } from './notification-listener.ts';
import type { ServerLogins } from './login-roles.ts';
import type { ServerAddress } from './server-address.ts';

const callerConnections = 8;
const serviceConnections = 4;
const storeConnections = 2;

/** The callers' search path, as on hosted projects. */
const callerSettings = ['search_path=public,extensions'];

const storeSettings = ['default_transaction_read_only=on', 'statement_timeout=5s'];

export interface PostgresOptions extends ServerLogins {
  readonly address: ServerAddress;
  /** Smaller limits for tests. */
  readonly limits?: {
    readonly callers?: number;
    readonly services?: number;
    readonly preparedStatements?: number;
    readonly waitMs?: number;
  };
}

const asItself: BatchScope = { role: '', statement: undefined };

/** Opens the product's database with small pools; connections are opened on demand. */
export function openPostgres({
  address,
  authenticator,
  service,
  store,
  limits = {},
}: PostgresOptions): Database {
  const size = limits.callers ?? callerConnections;
  const sharesOf = callerShares(size);
  const scopeOf = (identity: Identity, scope: Scope | undefined): BatchScope => ({
    role: identity.role,
    statement: scopeStatement(identity, scope),
    shares: sharesOf(identity),
  });
  const callers = new BatchPool({
    address,
    login: authenticator,
    size,
    settings: callerSettings,
    preparedCapacity: limits.preparedStatements,
    waitMs: limits.waitMs,
  });
  const services = new BatchPool({
    address,
    login: service,
    size: limits.services ?? serviceConnections,
    waitMs: limits.waitMs,
  });
  const stores = new BatchPool({
    address,
    login: store,
    size: storeConnections,
    settings: storeSettings,
    waitMs: limits.waitMs,
  });
  const notices = new NotificationListener(address, authenticator);
  const health = new HealthConnection(address, authenticator);
  return {
    asIdentity: (identity, statements, scope) => callers.run(scopeOf(identity, scope), statements),
    transaction: (identity, fn, scope) => callers.transaction(scopeOf(identity, scope), fn),
    asService: (statements) => services.run(asItself, statements),
    asStore: (statements) => stores.run(asItself, statements),
    serviceTransaction: (fn) => services.transaction(asItself, fn),
    listen: (channel, onNotification) => notices.listen(channel, onNotification),
    ping: () => health.check(),
    async close() {
      const parts = [callers, services, stores, notices, health];
      await Promise.all(parts.map((part) => part.close()));
    },
  };
}
