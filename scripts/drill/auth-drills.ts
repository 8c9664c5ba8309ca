import type { Drill } from './drill.ts';
import { fuzzing } from './fuzzing.ts';

export const authDrills: readonly Drill[] = [
  fuzzing({
    name: 'malformed: 10,000 requests to every address of the auth service',
    test: 'apps/server/src/auth/malformed-requests.test.ts',
    runs: 10_000,
  }),
  fuzzing({
    name: 'sessions: 1,000 random sequences against the model',
    test: 'apps/server/src/auth/session-model.test.ts',
    runs: 1_000,
  }),
];
