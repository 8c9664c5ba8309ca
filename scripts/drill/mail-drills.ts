import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Email } from 'postal-mime';
import { createTokens, serviceKey } from '../../apps/server/src/http/jwt.ts';
import { startMailServer } from '../../apps/server/src/testing/mail-server.ts';
import { readOutbox } from '../../apps/server/src/testing/outbox.ts';
import {
  startServerProcess,
  type ServerProcess,
} from '../../apps/server/src/testing/server-process.ts';
import { discardCluster, inFolder, type Drill } from './drill.ts';

const kills = 20;
const userCount = 4;
const longestLifeMs = 1_200;
/** The lease, one polling interval, and a margin for a busy machine. */
const longestWaitMs = 60_000;

async function signUp(server: ServerProcess, email: string): Promise<boolean> {
  const response = await fetch(`${server.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: server.anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'river-dusk' }),
  });
  await response.arrayBuffer();
  return response.status === 200;
}

/** Signs up users one after the other until the server is killed; resolves with the acknowledged addresses. */
async function signUpUntilKilled(server: ServerProcess, round: number): Promise<string[]> {
  const acknowledged: string[] = [];
  let killed = false;
  const lives = (): boolean => !killed;
  const signUpRepeatedly = async (user: number): Promise<void> => {
    for (let turn = 0; lives(); turn += 1) {
      const email = `p${String(round)}-${String(user)}-${String(turn)}@example.com`;
      try {
        assert(await signUp(server, email), `${email} was rejected`);
        acknowledged.push(email);
      } catch (error) {
        if (lives()) throw error;
      }
    }
  };
  const loops = Promise.all(Array.from({ length: userCount }, (_, user) => signUpRepeatedly(user)));
  await sleep(Math.random() * longestLifeMs);
  killed = true;
  await server.stop('SIGKILL');
  await loops;
  return acknowledged;
}

async function committedAccounts(server: ServerProcess, dataDir: string): Promise<string[]> {
  const secret = readFileSync(join(dataDir, 'jwt-secret'), 'utf8').trim();
  const key = await serviceKey(createTokens({ secret }));
  const response = await fetch(`${server.url}/auth/v1/admin/users?per_page=100000&page=1`, {
    headers: { apikey: key, authorization: `Bearer ${key}` },
  });
  const { users } = (await response.json()) as { users: { email: string }[] };
  return users.map(({ email }) => email).filter((email) => /^p\d/.test(email));
}

/** The destination of mails, and the check of those to one address. */
interface Destination {
  readonly env: Readonly<Record<string, string>>;
  readonly received: () => Promise<readonly Email[]>;
  readonly check: (mails: readonly Email[], address: string) => void;
}

async function byAddress({ received }: Destination): Promise<Map<string, Email[]>> {
  const found = new Map<string, Email[]>();
  for (const mail of await received()) {
    const address = mail.to?.[0]?.address ?? 'nobody';
    found.set(address, [...(found.get(address) ?? []), mail]);
  }
  return found;
}

async function drill(dataDir: string, destination: Destination): Promise<string> {
  const env = { DATA_DIR: dataDir, SEED: 'none', ...destination.env };
  const acknowledged: string[] = [];
  let unsent = 0;
  for (let round = 0; round < kills; round += 1) {
    const now = await signUpUntilKilled(await startServerProcess(env), round);
    acknowledged.push(...now);
    const sent = await byAddress(destination);
    unsent += now.filter((email) => !sent.has(email)).length;
  }
  const server = await startServerProcess(env);
  const committed = await committedAccounts(server, dataDir);
  for (const email of acknowledged)
    assert(committed.includes(email), `${email} was acknowledged, but has no account`);
  const deadline = performance.now() + longestWaitMs;
  let sent = await byAddress(destination);
  while (committed.some((email) => !sent.has(email)) && performance.now() < deadline) {
    await sleep(200);
    sent = await byAddress(destination);
  }
  // A graceful stop finishes deliveries in progress.
  await server.stop('SIGTERM');
  sent = await byAddress(destination);
  for (const email of committed) destination.check(sent.get(email) ?? [], email);
  assert.equal(sent.size, committed.length, 'mails to users without an account');
  const mails = (await destination.received()).length;
  return `${String(kills)} kills, ${String(committed.length)} accounts (${String(acknowledged.length)} acknowledged), ${String(unsent)} mails unsent when killed, ${String(mails)} mails in all`;
}

async function intoOutbox(dataDir: string): Promise<string> {
  return drill(dataDir, {
    env: {},
    received: () => readOutbox(join(dataDir, 'outbox')),
    check: (mails, address) => assert.equal(mails.length, 1, `mails to ${address}`),
  });
}

async function overSmtp(dataDir: string): Promise<string> {
  const mailServer = await startMailServer();
  try {
    return await drill(dataDir, {
      env: { SMTP_URL: mailServer.url },
      received: () => Promise.resolve(mailServer.received),
      check: (mails, address) => {
        const names = new Set(mails.map(({ messageId }) => messageId));
        assert(names.size === 1 && !names.has(undefined), `${address}: ${[...names].join()}`);
      },
    });
  } finally {
    await mailServer.close();
  }
}

function mailDrill(name: string, run: (dataDir: string) => Promise<string>): Drill {
  return {
    name,
    run: () =>
      inFolder(async (folder) => {
        const dataDir = join(folder, 'data');
        try {
          return await run(dataDir);
        } finally {
          discardCluster(dataDir);
        }
      }),
  };
}

export const mailDrills: readonly Drill[] = [
  mailDrill('mail: killed while users sign up, each mail once in the outbox', intoOutbox),
  mailDrill('mail: killed while users sign up, each mail over SMTP under one name', overSmtp),
];
