// Storage against nginx, which serves and receives the same files on the same disk in the same run.
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTokens, serviceKey } from '../apps/server/src/http/jwt.ts';
import { setup as buildServer } from '../apps/server/src/testing/built-server.ts';
import { freePort } from '../apps/server/src/testing/free-port.ts';
import { startServerProcess } from '../apps/server/src/testing/server-process.ts';
import { median } from './load.ts';

const connections = 8;
const fileBytes = 5_000_000;
const filesOfRound = 40;
const rounds = 5;
/** Of the throughput of nginx. */
const least = 0.5;
const jwtSecret = 'the secret of the benchmark, which is long enough';

const config = (folder: string, port: number): string => `
daemon off;
worker_processes auto;
pid ${folder}/pid;
error_log stderr;
events {}
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  client_max_body_size 10m;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${String(port)};
    root ${folder}/files;
    location / { dav_methods PUT; }
  }
}`;

/** nginx of the system, as Debian's package nginx has it, with a module for PUT. */
async function startNginx(folder: string, port: number): Promise<ChildProcess> {
  mkdirSync(join(folder, 'files'), { recursive: true });
  const file = join(folder, 'nginx.conf');
  // Its workers have the rights of the user that runs the benchmark.
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  writeFileSync(file, user + config(folder, port));
  const child = spawn('nginx', ['-c', file, '-p', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const failed = new Promise<never>((_, reject) => child.once('error', reject));
  const ready = async () => {
    while (!(await fetch(`http://127.0.0.1:${String(port)}/`).catch(() => undefined)))
      await sleep(50);
  };
  await Promise.race([failed, ready()]);
  return child;
}

/** One side of the comparison. */
interface Side {
  readonly port: number;
  readonly method: 'PUT' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

const agent = new Agent({ keepAlive: true, maxSockets: connections });

/** Sends a file, or reads one; resolves when the response has ended. */
function transfer({ port, method, path, headers }: Side, name: string, body?: Buffer) {
  return new Promise<void>((resolve, reject) => {
    const sent = request(
      {
        ...{ agent, port, host: '127.0.0.1', path: path + name },
        ...{ method: body === undefined ? 'GET' : method },
        headers: { ...headers, ...(body !== undefined && { 'content-length': body.length }) },
      },
      (response) => {
        let bytes = 0;
        response.on('data', (chunk: Buffer) => (bytes += chunk.length));
        response.on('end', () => {
          const { statusCode = 0 } = response;
          const isWhole = body !== undefined || bytes === fileBytes;
          if (statusCode >= 200 && statusCode < 300 && isWhole) resolve();
          else reject(new Error(`${path} was answered ${String(statusCode)}`));
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Megabytes per second of a round of files, eight at once. */
async function throughput(work: (index: number) => Promise<void>): Promise<number> {
  const start = performance.now();
  const next = Array.from({ length: filesOfRound }, (_, index) => index).values();
  const worker = async () => {
    for (const index of next) await work(index);
  };
  await Promise.all(Array.from({ length: connections }, worker));
  return (filesOfRound * fileBytes) / 1000 / (performance.now() - start);
}

async function compare(nginx: Side, server: Side): Promise<void> {
  const body = randomBytes(fileBytes);
  const upload = (side: Side, round: number) =>
    throughput((index) => transfer(side, `${String(round)}-${String(index)}`, body));
  const download = (side: Side, round: number) =>
    throughput((index) => transfer(side, `${String(round)}-${String(index)}`));
  const results = { upload: { nginx: 0, server: 0 }, download: { nginx: 0, server: 0 } };
  for (const [name, measure] of Object.entries({ upload, download })) {
    const speeds = { nginx: [] as number[], server: [] as number[] };
    for (let round = 0; round <= rounds; round += 1) {
      const both = { nginx: await measure(nginx, round), server: await measure(server, round) };
      // The first round warms up.
      if (round === 0) continue;
      speeds.nginx.push(both.nginx);
      speeds.server.push(both.server);
    }
    const found = { nginx: median(speeds.nginx), server: median(speeds.server) };
    results[name as keyof typeof results] = found;
    console.log(
      `${name}: ${found.server.toFixed(0)} MB/s, nginx ${found.nginx.toFixed(0)} MB/s: ${(found.server / found.nginx).toFixed(2)} of it`,
    );
  }
  for (const [name, { nginx: theirs, server: ours }] of Object.entries(results))
    if (ours / theirs < least) throw new Error(`${name} is below ${String(least)} of nginx`);
}

/** Files of 5 MB at 8 connections, in turns. */
export async function benchStorage(): Promise<void> {
  buildServer();
  const folder = mkdtempSync(join(tmpdir(), 'bkksiam-bench-storage-'));
  const port = await freePort();
  const nginx = await startNginx(join(folder, 'nginx'), port);
  try {
    const dataDir = join(folder, 'data');
    const server = await startServerProcess({ DATA_DIR: dataDir, JWT_SECRET: jwtSecret });
    try {
      const key = await serviceKey(createTokens({ secret: jwtSecret }));
      const headers = {
        authorization: `Bearer ${key}`,
        'content-type': 'application/octet-stream',
      };
      await fetch(`${server.url}/storage/v1/bucket`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'bench' }),
      });
      const path = '/storage/v1/object/bench/';
      await compare(
        { port, method: 'PUT', path: '/', headers: {} },
        { port: Number(new URL(server.url).port), method: 'POST', path, headers },
      );
    } finally {
      await server.stop();
    }
  } finally {
    agent.destroy();
    nginx.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}
