// `npm run bench`: runs the server's benchmarks; arguments select some by name.
import { benchLists } from './admin-lists.ts';
import { benchOverload } from './overload.ts';
import { benchEmbedding } from './embedding.ts';
import { benchGrowth } from './rest-growth.ts';
import { benchMemory } from './rest-memory.ts';
import { benchRest } from './rest-against-limits.ts';
import { benchSignIn } from './sign-in.ts';
import { benchStore } from './store.ts';

const benchmarks: Readonly<Record<string, () => Promise<void>>> = {
  embedding: benchEmbedding,
  rest: benchRest,
  growth: benchGrowth,
  memory: benchMemory,
  'sign-in': benchSignIn,
  store: benchStore,
  lists: benchLists,
  overload: benchOverload,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in benchmarks));
if (unknown.length > 0) {
  console.error(
    `no benchmark ${unknown.join(', ')}: there are ${Object.keys(benchmarks).join(', ')}`,
  );
  process.exit(1);
}
for (const [name, bench] of Object.entries(benchmarks)) {
  if (wanted.length === 0 || wanted.includes(name)) await bench();
}
