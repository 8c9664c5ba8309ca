import { BatchPool, type BatchScope } from './batch-pool.ts';
import type { Database } from './database.ts';
import { scopeStatement } from './identity-scope.ts';
import { NoticeListener } from './notice-listener.ts';
import type { Login, ServerAddress } from './server-address.ts';

const callerConnections = 6;
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
  const callers = new BatchPool({
    address,
    login: authenticator,
    size: limits.callers ?? callerConnections,
    settings: callerSettings,
    preparedCapacity: limits.preparedStatements,
    waitMs: limits.waitMs,
  });
  const services = new BatchPool({ address, login: service, size: serviceConnections });
  const notices = new NoticeListener(address, authenticator);
  return {
    asIdentity: (identity, statements, scope) =>
      callers.run({ role: identity.role, statement: scopeStatement(identity, scope) }, statements),
    transaction: (identity, fn, scope) =>
      callers.transaction({ role: identity.role, statement: scopeStatement(identity, scope) }, fn),
    asService: (statements) => services.run(asItself, statements),
    serviceTransaction: (fn) => services.transaction(asItself, fn),
    listen: (channel, onNotice) => notices.listen(channel, onNotice),
    async ping() {
      await callers.run(asItself, [{ text: 'select 1' }]);
    },
    async close() {
      await Promise.all([callers.close(), services.close(), notices.close()]);
    },
  };
}
