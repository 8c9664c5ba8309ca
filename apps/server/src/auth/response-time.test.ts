// `npm run drill -- timing` sends more requests by FUZZ_RUNS, on a quiet machine.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAuthService, type AuthService } from '../testing/auth-service.ts';
import { hashPassword, setHashCost } from './passwords.ts';

setHashCost();

const password = 'river-dusk';
const atLength = process.env.FUZZ_RUNS !== undefined;
const calls = Number(process.env.FUZZ_RUNS ?? 60);

let service: AuthService;

beforeAll(async () => {
  service = await startAuthService({ rateLimit: true, minimumResponseMs: 200 });
  const hash = await hashPassword(password);
  for (let index = 0; index < calls; index += 1) {
    await service.addMember(`known-${String(index)}@example.com`, hash);
  }
});
afterAll(async () => {
  await service.close();
});

// Each request comes from another network, because limits are per network.
let asked = 0;

async function timed(path: string, body: unknown): Promise<number> {
  const start = performance.now();
  const network = `10.1.${String(asked >> 8)}.${String(asked & 255)}`;
  asked += 1;
  const headers = { 'x-forwarded-for': network };
  const response = await service.request('POST', path, { body, headers });
  await response.text();
  return performance.now() - start;
}

/** Gives an address a code to guess. */
async function mailCode(email: string): Promise<void> {
  const { error } = await service.admin.auth.admin.generateLink({ type: 'magiclink', email });
  if (error !== null) throw error;
}

/** Leaves the password of a sign-up that the timed sign-in does not type. */
async function signUp(email: string): Promise<void> {
  await service.test.sql('delete from bkksiam_private.limits');
  const body = { email, password: 'a-third-one' };
  expect((await service.request('POST', '/signup', { body })).status).toBe(200);
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
}

// The bound is wide because other tests share the machine; a missing hash would at least halve the time.
const bound = atLength ? 1.1 : 1.4;

describe('response times do not reveal whether an address has an account', () => {
  it.each([
    ['sign-in', '/token?grant_type=password', calls],
    // These have a minimum response time, which hardly varies.
    ['sign-up', '/signup', atLength ? calls : 12],
    ['recovery', '/recover', atLength ? calls : 12],
    ['magic-link', '/otp', atLength ? calls : 12],
    ['resending', '/resend', atLength ? calls : 12],
    ['mailed-code', '/verify', atLength ? calls : 12],
    ['sign-in-after-sign-up', '/token?grant_type=password', calls],
  ])(
    'at %s',
    async (where, path, rounds) => {
      const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
      for (let index = 0; index < rounds; index += 1) {
        for (const kind of ['known', 'unknown'] as const) {
          const email = `${kind}-${String(index)}@${kind === 'known' ? '' : `${where}.`}example.com`;
          if (where === 'sign-in-after-sign-up') await signUp(email);
          const byCode = path === '/verify';
          if (byCode && kind === 'known') await mailCode(email);
          const type = byCode ? 'email' : 'signup';
          const body = { email, password: 'another-one', type, token: '000000' };
          times[kind].push(await timed(path, body));
        }
      }
      const ratio = median(times.known) / median(times.unknown);
      expect(ratio).toBeGreaterThan(1 / bound);
      expect(ratio).toBeLessThan(bound);
    },
    300_000,
  );
});
