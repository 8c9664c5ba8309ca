import type { Identity } from '@bkksiam/domain/identity';
import { BatchPool, type BatchScope } from './batch-pool.ts';
import { callerShares } from './caller-shares.ts';
import type { Database, Scope } from './database.ts';
import { HealthConnection } from './health-connection.ts';
import { scopeStatement } from './identity-scope.ts';
import { NoticeListener } from './notice-listener.ts';
import type { Login, ServerAddress } from './server-address.ts';

const callerConnections = 8;
const serviceConnections = 4;

/** Where callers' names without a schema are looked for, as on hosted projects. */
const callerSettings = ['search_path=public,extensions'];

export interface PostgresOptions {
  readonly address: ServerAddress;
  /** The login of `authenticator`, as which requests connect and which may become every caller's role. */
  readonly authenticator: Login;
  /** The login of `supabase_auth_admin`, the auth service's own role. */
  readonly service: Login;
  /** Smaller limits, for tests of what happens at a limit. */
  readonly limits?: {
    readonly callers?: number;
    readonly services?: number;
    readonly preparedStatements?: number;
    readonly waitMs?: number;
  };
}

const asItself: BatchScope = { role: '', statement: undefined };

/** Opens the product's database over two small pools; connections are made as they are needed. */
export function openPostgres({
  address,
  authenticator,
  service,
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
  const notices = new NoticeListener(address, authenticator);
  const health = new HealthConnection(address, authenticator);
  return {
    asIdentity: (identity, statements, scope) => callers.run(scopeOf(identity, scope), statements),
    transaction: (identity, fn, scope) => callers.transaction(scopeOf(identity, scope), fn),
    asService: (statements) => services.run(asItself, statements),
    serviceTransaction: (fn) => services.transaction(asItself, fn),
    listen: (channel, onNotice) => notices.listen(channel, onNotice),
    ping: () => health.check(),
    async close() {
      await Promise.all([callers.close(), services.close(), notices.close(), health.close()]);
    },
  };
}
