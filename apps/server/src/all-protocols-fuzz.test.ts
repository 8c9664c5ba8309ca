// Some hundred requests; `npm run drill -- fuzz` sends 200,000, to the built site where there is one.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTokens, serviceKey } from './http/jwt.ts';
import { buildTinySite } from './testing/built-site.ts';
import { sendRaw } from './testing/raw-request.ts';
import { fuzzedRequests, protocols, type FuzzedRequest } from './testing/request-arbitraries.ts';
import { startTestBackend, type TestBackend } from './testing/test-backend.ts';
import { fuzzRuns } from './testing/variations.ts';

const runs = fuzzRuns(2000);
const seed = Number(process.env.FUZZ_SEED ?? 20_261_122);
const isLong = runs >= 100_000;
const timeout = 60_000 + runs * 100;
const chunk = 1000;
const atOnce = 16;
const limitMs = 30_000;
const reportEvery = 20_000;
const mostGrowthBytes = 40_000_000;
/** Reported failures per kind; all are counted. */
const mostReported = 10;
const built = fileURLToPath(new URL('../../web/dist', import.meta.url));

let site: Awaited<ReturnType<typeof buildTinySite>>;
let backend: TestBackend;
let keys: Record<FuzzedRequest['caller'], string>;

beforeAll(async () => {
  site = await buildTinySite();
  const siteDir = isLong && existsSync(`${built}/index.html`) ? built : site.siteDir;
  backend = await startTestBackend({ seed: 'demo', config: { siteDir } });
  const service = await serviceKey(createTokens({ secret: backend.config.jwtSecret }));
  const forged = `${service.split('.').slice(0, 2).join('.')}.${'A'.repeat(43)}`;
  keys = { none: '', visitor: backend.anonKey, member: '', admin: '', service, forged };
});

/** Creates an account with a session; fuzzed requests may end both. */
async function signedIn(role: 'member' | 'admin', email: string): Promise<string> {
  const post = async (path: string, key: string, sent: object) => {
    const response = await fetch(`${backend.url}/auth/v1${path}`, {
      method: 'POST',
      headers: { apikey: key, authorization: `Bearer ${key}` },
      body: JSON.stringify(sent),
    });
    expect(response.status).toBe(200);
    return (await response.json()) as { id?: string; access_token?: string };
  };
  const password = 'river-dusk';
  const user = { email, password, email_confirm: true };
  const { id = '' } = await post('/admin/users', keys.service, user);
  await backend.database.sql('update bkk_user_roles set role = $2 where user_id = $1', [id, role]);
  const session = await post('/token?grant_type=password', keys.visitor, { email, password });
  return session.access_token ?? '';
}
afterAll(async () => {
  await backend.close();
  await site.remove();
});

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Memory of server and client together, after garbage collection. */
function memory(sent: number) {
  collectGarbage();
  collectGarbage();
  const { rss, heapUsed } = process.memoryUsage();
  const [resident, heap] = [rss, heapUsed].map((bytes) => `${String(Math.round(bytes / 1e6))} MB`);
  process.stdout.write(
    `figures: ${String(sent)} sent, rss ${resident ?? ''}, heap ${heap ?? ''}\n`,
  );
  return { heapUsed };
}

function wrongWith(answer: string | undefined, bodyLength: number): string | undefined {
  if (answer === undefined) return 'no answer in time';
  // A rejected body can reset the connection before the response is read.
  if (answer === '') return bodyLength > 10_000 ? undefined : 'no answer';
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
  if (!(status >= 200 && status < 500)) return `status ${String(status)}`;
  if (/node_modules|\.[tj]s:\d|\n\s+at \S+ \(/.test(answer)) return 'a stack trace';
  return /^set-cookie: ?a=b/im.test(answer) ? 'an injected header' : undefined;
}

test('no protocol answers a malformed request with a failure', { timeout }, async () => {
  const port = Number(new URL(backend.url).port);
  const found = new Map<string, number>();
  const failures: string[] = [];
  const succeeded = new Set<string>();
  const figures: ReturnType<typeof memory>[] = [];

  async function send(request: FuzzedRequest): Promise<void> {
    const { protocol, caller, method, target, body } = request;
    const key = keys[caller];
    const own = key === '' ? [] : [`apikey: ${key}`, `authorization: Bearer ${key}`];
    const headers = [...own, ...request.headers];
    const answer = await sendRaw(port, { ...request, headers }, limitMs);
    if (answer?.startsWith('HTTP/1.1 2') && method !== 'OPTIONS') succeeded.add(protocol);
    const wrong = wrongWith(answer, body.length);
    if (wrong === undefined) return;
    const kind = `${protocol}: ${wrong}`;
    const count = (found.get(kind) ?? 0) + 1;
    found.set(kind, count);
    if (count > mostReported) return;
    const shown = JSON.stringify([...request.headers, body]).slice(0, 600);
    failures.push(
      `${wrong} to ${caller}: ${method} ${target.slice(0, 300)} ${shown}\n  ${(answer ?? '').slice(-300)}`,
    );
  }

  for (let sent = 0; sent < runs; sent += chunk) {
    const numRuns = Math.min(chunk, runs - sent);
    const [member, admin] = await Promise.all(
      (['member', 'admin'] as const).map((role) =>
        signedIn(role, `fuzz-${role}-${String(sent)}@example.com`),
      ),
    );
    keys = { ...keys, member: member ?? '', admin: admin ?? '' };
    const requests = fc.sample(fuzzedRequests, { numRuns, seed: seed + sent });
    const next = requests.values();
    const lane = async () => {
      for (const request of next) await send(request);
    };
    await Promise.all(Array.from({ length: atOnce }, lane));
    if ((sent + chunk) % reportEvery === 0) figures.push(memory(sent + chunk));
  }
  expect([...found].join('; ') + failures.join('\n'), `seed ${String(seed)}`).toBe('');
  expect([...succeeded].toSorted()).toEqual([...protocols].toSorted());
  const [first, last] = [figures.at(0), figures.at(-1)];
  if (first !== undefined && last !== undefined) {
    expect(last.heapUsed - first.heapUsed).toBeLessThan(mostGrowthBytes);
  }
  expect((await fetch(`${backend.url}/health`)).status).toBe(200);
});
