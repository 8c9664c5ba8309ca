import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The site as in development, with the pages that no build has, in front of a running server. */
export interface DevelopmentSite {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts Vite's development server and resolves when it serves. */
export async function startDevelopmentSite(serverUrl: string): Promise<DevelopmentSite> {
  const vite = spawn('npx', ['vite', '--port', '0', '--clearScreen', 'false'], {
    cwd: `${root}/apps/web`,
    env: { ...process.env, SERVER_URL: serverUrl, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A group of its own: npx starts Vite as its child.
    detached: true,
  });
  for await (const line of createInterface({ input: vite.stdout })) {
    const [url] = /http:\/\/localhost:\d+/.exec(line) ?? [];
    if (url === undefined) continue;
    return {
      url,
      async stop() {
        if (vite.pid !== undefined) process.kill(-vite.pid);
        if (vite.exitCode === null && vite.signalCode === null) await once(vite, 'exit');
      },
    };
  }
  throw new Error('the development server ended before it served');
}
