// `npm run bench`: runs the server's benchmarks; arguments select some by name; `mixed` takes options after it.
import { benchLists } from './admin-lists.ts';
import { benchOverload } from './overload.ts';
import { benchEmbedding } from './embedding.ts';
import { benchFeatureLists } from './feature-lists.ts';
import { benchMoneyLists } from './money-lists.ts';
import { benchShopLists } from './shop-lists.ts';
import { benchSupportLists } from './support-lists.ts';
import { benchMixed } from './mixed.ts';
import { benchFlightResults } from './flight-results.ts';
import { benchFlightSearch } from './flight-search.ts';
import { benchGrowth } from './rest-growth.ts';
import { benchMemory } from './rest-memory.ts';
import { benchRealtime } from './realtime.ts';
import { benchRest } from './rest-against-limits.ts';
import { benchSignIn } from './sign-in.ts';
import { benchStorage } from './storage.ts';
import { benchStore } from './store.ts';

const benchmarks: Readonly<Record<string, (options: readonly string[]) => Promise<void>>> = {
  embedding: benchEmbedding,
  rest: benchRest,
  growth: benchGrowth,
  memory: benchMemory,
  realtime: benchRealtime,
  'sign-in': benchSignIn,
  storage: benchStorage,
  store: benchStore,
  'flight-results': benchFlightResults,
  lists: benchLists,
  'feature-lists': benchFeatureLists,
  'money-lists': benchMoneyLists,
  'support-lists': benchSupportLists,
  'shop-lists': benchShopLists,
  'flight-search': benchFlightSearch,
  overload: benchOverload,
  mixed: benchMixed,
};

const given = process.argv.slice(2);
const firstOption = given.findIndex((argument) => argument.startsWith('-'));
const wanted = firstOption < 0 ? given : given.slice(0, firstOption);
const options = given.slice(wanted.length);
const unknown = wanted.filter((name) => !(name in benchmarks));
if (unknown.length > 0) {
  console.error(
    `no benchmark ${unknown.join(', ')}: there are ${Object.keys(benchmarks).join(', ')}`,
  );
  process.exit(1);
}
for (const [name, bench] of Object.entries(benchmarks)) {
  if (wanted.length === 0 || wanted.includes(name)) await bench(options);
}
