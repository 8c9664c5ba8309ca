import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createTokens, serviceKey } from '../apps/server/src/http/jwt.ts';
import { startSite, type Site } from '../e2e/support/site.ts';
import type { Credentials, MixedTarget } from './mixed-users.ts';

/** Runs a command; its failure is an error. */
export function runOrThrow(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): void {
  const { status } = spawnSync(command, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`);
}

/** A running server as the mixed load sees it. */
export async function targetOf(
  url: string,
  secret: string,
  admin: Credentials,
): Promise<MixedTarget> {
  const settings = (await (await fetch(`${url}/config.json`)).json()) as { anonKey: string };
  const key = await serviceKey(createTokens({ secret }));
  return { url, anonKey: settings.anonKey, serviceKey: key, admin };
}

/** Builds the product and starts it with limits, behind a proxy that is believed; `secret` is its `JWT_SECRET`. */
export async function startBuiltSite(given: Readonly<Record<string, string>> = {}): Promise<{
  readonly site: Site;
  readonly secret: string;
  /** What a further server on its data folder is started with. */
  readonly settings: Record<string, string>;
}> {
  runOrThrow('npm', ['run', '--silent', 'build']);
  const secret = randomBytes(32).toString('hex');
  const settings = { RATE_LIMIT: 'on', TRUST_PROXY: 'loopback', JWT_SECRET: secret, ...given };
  return { site: await startSite(settings), secret, settings };
}
