import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAuthService, type AuthService } from '../testing/auth-service.ts';
import { hashPassword, setHashCost } from './passwords.ts';
import { isWholeSuite } from '../testing/variations.ts';

// The queue counts the time of a hash.
setHashCost();

const credentials = { email: 'member@example.com', password: 'river-dusk' };

let service: AuthService;

beforeAll(async () => {
  service = await startAuthService();
  await service.addMember(credentials.email, await hashPassword(credentials.password));
});
afterAll(() => service.close());

const signIn = (email = credentials.email) =>
  service.request('POST', '/token?grant_type=password', { body: { ...credentials, email } });

describe('a burst of sign-ins', () => {
  it.runIf(isWholeSuite)(
    'of 200 users succeeds, and others sign in meanwhile',
    async () => {
      const first = (await (await signIn()).json()) as { access_token: string };
      let done = 0;
      const burst = Array.from({ length: 200 }, async () => {
        const { status } = await signIn();
        done += 1;
        return status;
      });
      const seen: number[] = [];
      for (let index = 0; index < 10; index += 1) {
        const { status } = await service.request('GET', '/user', { bearer: first.access_token });
        expect(status).toBe(200);
        seen.push(done);
      }
      // Queued behind the burst, these would arrive at its end.
      expect(seen[9]).toBeLessThan(200);
      // A slow machine rejects the last requests of the burst.
      const statuses = await Promise.all(burst);
      expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
      expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(20);
    },
    30_000,
  );

  it('longer than the queue tells the last ones when to come back', async () => {
    const answers = await Promise.all(
      Array.from({ length: 400 }, (_, index) =>
        signIn(index % 2 === 0 ? credentials.email : 'unknown@example.com'),
      ),
    );
    const refused = answers.filter(({ status }) => ![200, 400].includes(status));
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) {
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toBe('1');
      expect(await answer.json()).toMatchObject({ error_code: 'unexpected_failure' });
    }
    expect((await signIn()).status).toBe(200);
  }, 30_000);
});
