// Rates of sign-ins and token checks, and the response times of other visitors during a burst of sign-ins.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkPassword, hashPassword } from '../apps/server/src/auth/passwords.ts';
import { createTokens, serviceKey } from '../apps/server/src/http/jwt.ts';
import {
  startServerProcess,
  type ServerProcess,
} from '../apps/server/src/testing/server-process.ts';
import { runLoad, median, type Load } from './load.ts';

const password = 'river-dusk';
const emailOf = (index: number): string => `bench${String(index)}@example.com`;
const measuredMs = 3_000;
const concurrentUsers = 50;
const otherRequestsEveryMs = 10;
const rounds = 7;

/** The 99th percentile of the response time at a low request rate, in milliseconds. */
async function concurrentP99(milliseconds: number, url: string): Promise<number> {
  const latencies: number[] = [];
  const asked: Promise<void>[] = [];
  const end = performance.now() + milliseconds;
  while (performance.now() < end) {
    const start = performance.now();
    asked.push(
      fetch(url).then(async (response) => {
        if (!response.ok) throw new Error(String(response.status));
        await response.arrayBuffer();
        latencies.push(performance.now() - start);
      }),
    );
    await sleep(otherRequestsEveryMs);
  }
  await Promise.all(asked);
  latencies.sort((one, other) => one - other);
  return latencies[Math.floor(latencies.length * 0.99)] ?? 0;
}

const repeated = (times: number, request: string): string[] =>
  Array.from({ length: times }, () => request);

function get(server: ServerProcess, path: string, token: string): string {
  return `GET ${path} HTTP/1.1\r\nhost: bench\r\napikey: ${server.anonKey}\r\nauthorization: Bearer ${token}\r\n\r\n`;
}

function signInRequest(server: ServerProcess, index: number): string {
  const body = JSON.stringify({ email: emailOf(index), password });
  return `POST /auth/v1/token?grant_type=password HTTP/1.1\r\nhost: bench\r\napikey: ${server.anonKey}\r\ncontent-type: application/json\r\ncontent-length: ${String(body.length)}\r\n\r\n${body}`;
}

async function addUsers(server: ServerProcess, dataDir: string): Promise<void> {
  const secret = (await readFile(join(dataDir, 'jwt-secret'), 'utf8')).trim();
  const key = await serviceKey(createTokens({ secret }));
  for (let index = 0; index < concurrentUsers; index += 1) {
    const response = await fetch(`${server.url}/auth/v1/admin/users`, {
      method: 'POST',
      headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email: emailOf(index), password, email_confirm: true }),
    });
    if (!response.ok) throw new Error(`the user was not added: ${await response.text()}`);
  }
}

async function signedInToken(server: ServerProcess): Promise<string> {
  const response = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: server.anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: emailOf(0), password }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

/** Password checks per second without a server, at the server's concurrency. */
async function bareHashRate(): Promise<number> {
  const hash = await hashPassword(password);
  const end = performance.now() + measuredMs;
  let checks = 0;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: availableParallelism() }, async () => {
      for (; performance.now() < end; checks += 1) await checkPassword(hash, password);
    }),
  );
  return (checks * 1000) / (performance.now() - start);
}

interface Round {
  readonly bare: number;
  readonly burst: Load;
  /** 99th percentile of other visitors' response times in milliseconds, without and during the burst. */
  readonly idle: number;
  readonly during: number;
}

const rounded = (value: number): string => (value < 100 ? value.toFixed(1) : value.toFixed(0));
const rateAndP99 = ({ rate, p99 }: Load): string =>
  `${rounded(rate)} a second, p99 ${rounded(p99)} ms`;

async function measure(server: ServerProcess): Promise<void> {
  const port = Number(new URL(server.url).port);
  const token = await signedInToken(server);
  const user = get(server, '/auth/v1/user', token);
  const read = get(server, '/rest/v1/bkk_airline_news?select=id,title&limit=5', token);
  for (const request of [user, read]) await runLoad(1_000, port, repeated(8, request));

  console.log(
    `GET /auth/v1/user: ${rateAndP99(await runLoad(measuredMs, port, repeated(8, user)))}`,
  );
  console.log(
    `a read below /rest/v1: ${rateAndP99(await runLoad(measuredMs, port, repeated(8, read)))}`,
  );

  const page = `${server.url}/rest/v1/bkk_airline_news?select=id,title&limit=5`;
  const signIns = Array.from({ length: concurrentUsers }, (_, index) =>
    signInRequest(server, index),
  );
  const found: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const bare = await bareHashRate();
    const idle = await concurrentP99(measuredMs, page);
    const [burst, during] = await Promise.all([
      runLoad(measuredMs, port, signIns),
      concurrentP99(measuredMs, page),
    ]);
    found.push({ bare, idle, burst, during });
    console.log(
      `bare password checks: ${rounded(bare)} a second; ${String(concurrentUsers)} users at once: ${rateAndP99(burst)}, ` +
        `${(burst.rate / bare).toFixed(2)} of the bare checks; others meanwhile: p99 ${rounded(during)} ms, idle ${rounded(idle)} ms`,
    );
  }
  const medianOf = (value: (round: Round) => number) => median(found.map(value));
  console.log(
    `medians: ${medianOf(({ burst, bare }) => burst.rate / bare).toFixed(2)} of the bare checks; ` +
      `others p99 ${rounded(medianOf(({ during }) => during))} ms, bound ${rounded(medianOf(({ idle }) => 2 * idle + 20))} ms`,
  );
}

/** Runs on a server with the embedded PostgreSQL and without rate limits. */
export async function benchSignIn(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bkksiam-bench-'));
  const server = await startServerProcess({ DATA_DIR: dataDir, SEED: 'demo' });
  try {
    console.log(`\nsign-in on ${String(availableParallelism())} cores`);
    await addUsers(server, dataDir);
    await measure(server);
  } finally {
    await server.stop('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  }
}
