import { createHash } from 'node:crypto';
import type { SystemPart, SystemStatus } from '@bkksiam/domain/system-status';
import { jsonResponse } from '../../../../supabase/functions/_shared/http/responses.ts';
import { handleAdminRequest } from '../../../../supabase/functions/_shared/http/admin-request.ts';
import { requestIdHeader } from '../../../../supabase/functions/_shared/http/client-options.ts';
import { bearerToken } from '../http/identity.ts';
import { withTimeLimit } from '../http/time-limit.ts';
import type { HostedFunction } from './hosted-functions.ts';

/** The health checks; a probe that rejects marks its part as failing. */
export interface SystemProbes {
  readonly database: (signal: AbortSignal) => Promise<unknown>;
  /** Sends these headers with its request. */
  readonly store: (
    signal: AbortSignal,
    headers: Readonly<Record<string, string>>,
  ) => Promise<unknown>;
  readonly mail: (
    signal: AbortSignal,
  ) => Promise<{ readonly waiting: number; readonly stuck: number }>;
}

const probeLimitMs = 2_000;
/** How long an admin is remembered while the database is unavailable. */
const rememberMs = 15 * 60_000;
const mostRemembered = 100;

const tooLate = () => new Error('the probe took too long');

async function answered<Value>(
  probe: (signal: AbortSignal) => Promise<Value>,
): Promise<Value | null> {
  try {
    return await withTimeLimit(probeLimitMs, probe, tooLate);
  } catch {
    return null;
  }
}

const works = (probe: (signal: AbortSignal) => Promise<unknown>): Promise<boolean> =>
  answered((signal) => probe(signal).then(() => true)).then((yes) => yes ?? false);

async function look(probes: SystemProbes, request: Request): Promise<SystemStatus> {
  const [database, mail, store] = await Promise.all([
    works(probes.database),
    answered(probes.mail),
    works((signal) => probes.store(signal, requestIdHeader(request))),
  ]);
  const working: Record<SystemPart, boolean> = { database, mail: mail?.stuck === 0, store };
  return { checkedAt: new Date().toISOString(), working, mailsWaiting: mail?.waiting ?? null };
}

/** Hashes of admins' tokens, with the time the database last confirmed them. */
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
 * POST: checks the database, the mail queue and the store, for admins only. The database decides who is an admin; while
 * it is unavailable no role can change, so a recently confirmed token still counts and the outage can be shown.
 */
export function systemStatus(probes: SystemProbes): HostedFunction {
  const admins = new KnownAdmins();
  return async (request, environment) => {
    const response = await handleAdminRequest(request, environment, () => look(probes, request));
    if (request.method === 'OPTIONS') return response;
    if (response.status === 200) admins.note(request);
    else if (response.status !== 503) admins.forget(request);
    else if (admins.has(request)) return jsonResponse(200, await look(probes, request));
    return response;
  };
}
