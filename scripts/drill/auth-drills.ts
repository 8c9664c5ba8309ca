import type { Drill } from './drill.ts';
import { testAtLength } from './test-at-length.ts';

export const authDrills: readonly Drill[] = [
  testAtLength({
    name: 'malformed: 10,000 requests to every address of the auth service',
    test: 'apps/server/src/auth/malformed-requests.test.ts',
    runs: 10_000,
  }),
  testAtLength({
    name: 'sessions: 1,000 random sequences against the model',
    test: 'apps/server/src/auth/session-model.test.ts',
    runs: 1_000,
  }),
  testAtLength({
    name: 'refresh: 1,000 random sequences of an owner and a thief with the refresh tokens of one session',
    test: 'apps/server/src/auth/refresh-token-model.test.ts',
    runs: 1_000,
  }),
  testAtLength({
    name: 'ownership: 1,000 random sequences of an owner, a stranger and an admin around one address',
    test: 'apps/server/src/auth/account-life-model.test.ts',
    runs: 1_000,
  }),
  testAtLength({
    name: 'timing: 200 alternating calls with known and unknown addresses, medians within a tenth',
    test: 'apps/server/src/auth/response-time.test.ts',
    runs: 200,
  }),
];
