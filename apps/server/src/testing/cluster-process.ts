// A process that joins a cluster, for tests and drills of several servers on one data folder. Arguments: data folder,
// folder of the programs ('' for the packaged ones), 'durable' or 'fast', number of writers. It reports events as lines
// of JSON and exits when its input ends.
import { once } from 'node:events';
import pg from 'pg';
import { startCluster } from '../db/embedded-cluster.ts';

/** One line of the process's output. */
export type ClusterEvent =
  | {
      readonly kind: 'ready';
      readonly socket: string;
      readonly password: string;
      readonly ms: number;
    }
  | { readonly kind: 'refused'; readonly name: string; readonly message: string }
  /** Row `id` of this process is committed. */
  | { readonly kind: 'written'; readonly id: number }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'left' };

const [dataDir = '', binaries = '', durable = '', writers = '0'] = process.argv.slice(2);

function tell(event: ClusterEvent): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}

const toText = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function serve(): Promise<void> {
  const began = performance.now();
  const cluster = await startCluster({
    dataDir,
    durable: durable !== 'fast',
    log: (line) => process.stderr.write(`${line}\n`),
    ...(binaries === '' ? {} : { binaries }),
  });
  const pool = new pg.Pool({ ...cluster.admin, max: Math.max(1, Number(writers)) });
  pool.on('error', (error) => tell({ kind: 'failed', message: toText(error) }));
  await pool.query('select 1');
  const { host, password } = cluster.admin;
  tell({ kind: 'ready', socket: host, password, ms: Math.round(performance.now() - began) });

  let leaving = false;
  let id = 0;
  const write = async (): Promise<void> => {
    while (!leaving) {
      id += 1;
      const mine = id;
      try {
        await pool.query('insert into written values ($1, $2)', [process.pid, mine]);
        tell({ kind: 'written', id: mine });
      } catch (error) {
        tell({ kind: 'failed', message: toText(error) });
      }
    }
  };
  process.stdin.resume();
  const asked = once(process.stdin, 'end').then(() => (leaving = true));
  await Promise.all([asked, ...Array.from({ length: Number(writers) }, write)]);
  await pool.end();
  await cluster.release();
  tell({ kind: 'left' });
}

try {
  await serve();
} catch (error) {
  tell({
    kind: 'refused',
    name: error instanceof Error ? error.name : 'unknown',
    message: toText(error),
  });
  process.exitCode = 1;
}
