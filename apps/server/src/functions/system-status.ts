import { createHash } from 'node:crypto';
import type { SystemPart, SystemStatus } from '@bkksiam/domain/system-status';
import { answerJson } from '../../../../supabase/functions/_shared/answers.ts';
import { answerAdmin } from '../../../../supabase/functions/_shared/as-admin.ts';
import { bearerToken } from '../http/identity.ts';
import { within } from '../http/within.ts';
import type { HostedFunction } from './own-functions.ts';

/** What is looked at; a probe that rejects says that its part does not work. */
export interface SystemProbes {
  readonly database: (signal: AbortSignal) => Promise<unknown>;
  readonly store: (signal: AbortSignal) => Promise<unknown>;
  readonly mail: (
    signal: AbortSignal,
  ) => Promise<{ readonly waiting: number; readonly stuck: number }>;
}

const probeLimitMs = 2_000;
/** How long the database may be silent before its last word on who is an admin is forgotten. */
const rememberMs = 15 * 60_000;
const mostRemembered = 100;

const tooLate = () => new Error('the probe took too long');

async function answered<Value>(
  probe: (signal: AbortSignal) => Promise<Value>,
): Promise<Value | null> {
  try {
    return (await within(probeLimitMs, probe, tooLate)) ?? null;
  } catch {
    return null;
  }
}

const works = (probe: (signal: AbortSignal) => Promise<unknown>): Promise<boolean> =>
  answered((signal) => probe(signal).then(() => true)).then((yes) => yes ?? false);

async function look(probes: SystemProbes): Promise<SystemStatus> {
  const [database, mail, store] = await Promise.all([
    works(probes.database),
    answered(probes.mail),
    works(probes.store),
  ]);
  const working: Record<SystemPart, boolean> = { database, mail: mail?.stuck === 0, store };
  return { checkedAt: new Date().toISOString(), working, mailsWaiting: mail?.waiting ?? null };
}

/** Tokens of admins by their hash, and when the database last said so. */
class KnownAdmins {
  readonly #seen = new Map<string, number>();

  #key(request: Request): string {
    const token = bearerToken(request.headers.get('authorization') ?? undefined) ?? '';
    return createHash('sha256').update(token).digest('base64');
  }

  note(request: Request): void {
    const key = this.#key(request);
    this.#seen.delete(key);
    this.#seen.set(key, performance.now());
    const oldest = this.#seen.keys().next().value;
    if (this.#seen.size > mostRemembered && oldest !== undefined) this.#seen.delete(oldest);
  }

  forget(request: Request): void {
    this.#seen.delete(this.#key(request));
  }

  has(request: Request): boolean {
    const at = this.#seen.get(this.#key(request));
    return at !== undefined && performance.now() - at < rememberMs;
  }
}

/**
 * POST: how database, mail queue and store are doing, looked at for this very answer; for admins. Who is one, the
 * database decides. While it cannot be asked, nobody is made or unmade one either, so its last word on a token counts:
 * otherwise a database that is away could not be told of.
 */
export function systemStatus(probes: SystemProbes): HostedFunction {
  const admins = new KnownAdmins();
  return async (request, environment) => {
    const response = await answerAdmin(request, environment, () => look(probes));
    if (request.method === 'OPTIONS') return response;
    if (response.status === 200) admins.note(request);
    else if (response.status !== 503) admins.forget(request);
    else if (admins.has(request)) return answerJson(200, await look(probes));
    return response;
  };
}
