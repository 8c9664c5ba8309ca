// `npm run bench`: every benchmark of the server, and scrolling the store; words after it choose among them.
import { benchLists } from './admin-lists.ts';
import { benchOverload } from './overload.ts';
import { benchGrowth } from './rest-growth.ts';
import { benchMemory } from './rest-memory.ts';
import { benchRest } from './rest-against-limits.ts';
import { benchScroll } from './scroll.ts';
import { benchSignIn } from './sign-in.ts';
import { benchStore } from './store.ts';

const benchmarks: Readonly<Record<string, () => Promise<void>>> = {
  rest: benchRest,
  growth: benchGrowth,
  memory: benchMemory,
  'sign-in': benchSignIn,
  store: benchStore,
  lists: benchLists,
  scroll: benchScroll,
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
