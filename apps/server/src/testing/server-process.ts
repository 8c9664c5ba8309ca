import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { builtProgram } from './built-server.ts';
import { freePort } from './free-port.ts';

export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  readonly anonKey: string;
  /** What it has printed on its standard output. */
  output(): string;
  /** Sends the signal and resolves with the exit code, or null after a kill. */
  stop(signal?: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<number | null>;
}

export interface Credential {
  readonly email: string;
  readonly password: string;
}

/**
 * Starts the built server in a separate process, at `PORT` or a free port, and resolves when it is ready.
 *
 * @param repository that of another release, with its packages installed; its sources are run
 */
export async function startServerProcess(
  env: Record<string, string>,
  repository?: string,
): Promise<ServerProcess> {
  const port = Number(env.PORT ?? (await freePort()));
  const url = `http://127.0.0.1:${String(port)}`;
  const program =
    repository === undefined
      ? [builtProgram('main')]
      : ['--import', 'tsx', 'apps/server/src/main.ts'];
  const child = spawn(process.execPath, program, {
    ...(repository !== undefined && { cwd: repository }),
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      PORT: String(port),
      SITE_URL: url,
      RATE_LIMIT: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  let stdout = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const ready = new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.includes('is ready:')) resolve();
    });
    exited.then(
      ([code]) => reject(new Error(`the server left with ${String(code)}: ${stderr}`)),
      reject,
    );
  });
  await ready;
  const settings = (await (await fetch(`${url}/config.json`)).json()) as { anonKey: string };
  return {
    url,
    pid: child.pid ?? 0,
    anonKey: settings.anonKey,
    output: () => stdout,
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      const [code] = await exited;
      return code;
    },
  };
}

/** The credential in `credentials.txt` whose line matches. */
export async function readCredential(dataDir: string, matches: RegExp): Promise<Credential> {
  const text = await readFile(join(dataDir, 'credentials.txt'), 'utf8');
  const line = text.split('\n').find((candidate) => matches.test(candidate)) ?? '';
  const email = /\S+@\S+/.exec(line)?.[0];
  const password = line
    .trim()
    .split(/\s{2,}|\t/)
    .at(-1);
  if (email === undefined || password === undefined)
    throw new Error(`no credential matches ${String(matches)}`);
  return { email, password };
}
