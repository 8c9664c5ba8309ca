import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/database.ts';
import { requireExactPath } from '../http/fallback-errors.ts';

/** What readiness depends on. */
export interface HealthSources {
  readonly database: Pick<Database, 'missingMigrations'>;
  /** Undefined where a hosted project sends the mails. */
  readonly mail: { readonly isWorking: boolean } | undefined;
  readonly stop: { readonly isStopping: boolean };
}

const ok = 'ok';

/** The state of each part: `ok`, or what is missing. It is public, so it names no host and no error. */
type Checks = Readonly<Record<string, string>>;

async function databaseChecks(database: HealthSources['database']): Promise<Checks> {
  try {
    const missing = await database.missingMigrations();
    const migrations = missing.length === 0 ? ok : `not applied: ${missing.join(', ')}`;
    return { database: ok, migrations };
  } catch {
    return { database: 'does not answer', migrations: 'unknown, the database does not answer' };
  }
}

async function check({ database, mail, stop }: HealthSources): Promise<Checks> {
  return {
    ...(await databaseChecks(database)),
    ...(mail && { mail: mail.isWorking ? ok : 'the mail queue cannot be read' }),
    process: stop.isStopping ? 'is stopping' : ok,
  };
}

/**
 * `/livez` (the process answers), `/readyz` (it can serve requests; what is missing) and `/health` (the same status,
 * without the parts). Probes are frequent, so only their failures are logged.
 */
export function serveHealth(app: FastifyInstance, sources: HealthSources): void {
  const probe = (path: string, answer: () => Promise<{ status: string; checks?: Checks }>) => {
    app.get(path, { logLevel: 'warn', onRequest: requireExactPath }, async (_request, reply) => {
      const body = await answer();
      void reply.header('cache-control', 'no-store');
      return reply.code(body.status === ok ? 200 : 503).send(body);
    });
  };
  const readiness = async () => {
    const checks = await check(sources);
    const isReady = Object.values(checks).every((state) => state === ok);
    return { status: isReady ? ok : 'unavailable', checks };
  };
  probe('/livez', () => Promise.resolve({ status: ok }));
  probe('/readyz', readiness);
  probe('/health', async () => ({ status: (await readiness()).status }));
}
