import { outages } from '../../apps/server/src/testing/database-outage.ts';
import { inFolder, type Drill } from './drill.ts';
import { testAtLength } from './test-at-length.ts';

const rounds = 10;
const longestRecoveryMs = 5000;

const grammar = testAtLength({
  name: 'grammar: 50,000 right queries against plain SQL, and as many of nonsense',
  test: 'apps/server/src/rest/grammar-fuzz.test.ts',
  runs: 50_000,
});

const embedding = testAtLength({
  name: 'embedding: 200,000 queries of related resources',
  test: 'apps/server/src/rest/embedding-fuzz.test.ts',
  runs: 200_000,
});

const bookings = testAtLength({
  name: 'bookings: 1,000 random sequences of every action on requests and bookings, and of the clock',
  test: 'supabase/tests/booking-walk.test.ts',
  runs: 1_000,
});

const outage: Drill = {
  name: 'outage: PostgreSQL stopped and started while members read and write',
  run: () =>
    inFolder(async (folder) => {
      const { acknowledged, refused, recoveredInMs } = await outages(folder, rounds);
      const took = `${String(Math.round(recoveredInMs))} ms`;
      if (recoveredInMs > longestRecoveryMs) throw new Error(`recovered after ${took}`);
      return `${String(rounds)} outages, ${String(refused)} clean 503 responses, ${String(acknowledged)} acknowledged writes all there, slowest recovery ${took}`;
    }),
};

export const dataDrills: readonly Drill[] = [grammar, embedding, bookings, outage];
