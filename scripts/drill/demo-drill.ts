import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { inFolder, type Drill } from './drill.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const port = '3947';

/** Starts `npm run demo` and gives the links that it prints. */
async function linksOfDemo(folder: string): Promise<readonly string[]> {
  const demo = spawn(process.execPath, ['--import', 'tsx', join(root, 'scripts/demo/main.ts')], {
    cwd: root,
    env: { ...process.env, DATA_DIR: folder, PORT: port },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const links: string[] = [];
  try {
    for await (const line of createInterface({ input: demo.stdout })) {
      const link = /^ {2}(http\S+)/.exec(line)?.[1];
      if (link === undefined) continue;
      const answer = await fetch(link);
      if (!answer.ok) throw new Error(`${link} answers ${String(answer.status)}`);
      links.push(link);
      if (links.length === 6) break;
    }
  } finally {
    demo.kill('SIGTERM');
    await once(demo, 'exit');
  }
  return links;
}

export const demoDrills: readonly Drill[] = [
  {
    name: 'demo: every feature with example states, and a second start that keeps them',
    run: () =>
      inFolder(async (folder) => {
        for (const start of ['first', 'second']) {
          const began = performance.now();
          const links = await linksOfDemo(folder);
          if (links.length !== 6) throw new Error(`the ${start} start printed ${links.join()}`);
          console.log(`  ${start} start: ${((performance.now() - began) / 1000).toFixed(1)} s`);
        }
        return 'six links answered after both starts';
      }),
  },
];
