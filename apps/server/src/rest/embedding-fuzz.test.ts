// Some hundred queries with a fixed seed; `npm run drill -- embedding` runs many more by FUZZ_RUNS and FUZZ_SEED.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { filmSchema } from '../testing/film-schema.ts';
import { shareRestService } from '../testing/rest-service.ts';
import { fuzzRuns } from '../testing/variations.ts';

const runs = fuzzRuns(500);
const seed = Number(process.env.FUZZ_SEED ?? 20_261_123);

const service = shareRestService({ setup: filmSchema, aggregates: true, allowTx: true });

interface Resource {
  readonly columns: readonly string[];
  /** What may be embedded, as it is written, and the resource it leads to. */
  readonly related: readonly (readonly [written: string, resource: string])[];
}

const resources: Readonly<Record<string, Resource>> = {
  directors: {
    columns: ['id', 'name'],
    related: [
      ['films', 'films'],
      ['films!inner', 'films'],
      ['old_films', 'old_films'],
      ['early_films', 'films'],
    ],
  },
  films: {
    columns: ['id', 'title', 'year', 'director_id', 'shout'],
    related: [
      ['directors', 'directors'],
      ['director_id', 'directors'],
      ['directors!films_director_id_fkey', 'directors'],
      ['specs!left', 'specs'],
      ['actors', 'actors'],
      ['actors!roles', 'actors'],
      ['roles!inner', 'roles'],
      ['lead', 'actors'],
      ['films_1', 'films_1'],
    ],
  },
  films_1: { columns: ['id', 'film_id'], related: [['films!inner', 'films']] },
  specs: { columns: ['film_id', 'minutes'], related: [['films', 'films']] },
  actors: {
    columns: ['id', 'name'],
    related: [
      ['films', 'films'],
      ['roles', 'roles'],
    ],
  },
  roles: {
    columns: ['character', 'film_id', 'actor_id'],
    related: [
      ['films', 'films'],
      ['actors!inner', 'actors'],
    ],
  },
  staff: {
    columns: ['id', 'name', 'boss_id'],
    related: [
      ['staff', 'staff'],
      ['boss_id', 'staff'],
      ['staff!boss_id', 'staff'],
    ],
  },
  orders: {
    columns: ['id', 'billing_id'],
    related: [['addresses!orders_shipping_fkey', 'addresses']],
  },
  addresses: { columns: ['id', 'street'], related: [['orders!billing_id', 'orders']] },
  old_films: { columns: ['id', 'name'], related: [['directors', 'directors']] },
};

/** A select list, and the paths that lead to its embedded resources. */
interface Selection {
  readonly text: string;
  readonly paths: readonly (readonly [path: string, resource: string])[];
}

const nothingSelected: Selection = { text: '', paths: [] };

function columnOf(name: string): fc.Arbitrary<string> {
  return fc.constantFrom(...(resources[name]?.columns ?? ['id']));
}

function itemOf(name: string): fc.Arbitrary<string> {
  const column = columnOf(name);
  return fc.oneof(
    { weight: 6, arbitrary: column },
    { weight: 2, arbitrary: fc.constantFrom('*', 'count', 'n:count()') },
    {
      weight: 2,
      arbitrary: fc
        .tuple(column, fc.constantFrom('count()', 'max()', 'min()::text', 'count()::int'))
        .map((parts) => parts.join('.')),
    },
    { weight: 1, arbitrary: column.map((one) => `${one}::text`) },
    { weight: 1, arbitrary: fc.constantFrom('title->a->>b', 'nothing', 'sum()', '"', '') },
  );
}

function embedOf(name: string, depth: number): fc.Arbitrary<Selection> {
  const related = resources[name]?.related ?? [];
  const wrong = ['nothing', 'constructor', 'films!nothing', 'staff'];
  const choices = fc.oneof(
    { weight: 30, arbitrary: fc.constantFrom(...related) },
    { weight: 1, arbitrary: fc.constantFrom(...wrong.map((one) => [one, name] as const)) },
  );
  return fc
    .tuple(fc.constantFrom('', '', 'a:', '...'), choices)
    .chain(([prefix, [written, target]]) =>
      selectionOf(target, depth - 1).map(({ text, paths }) => {
        const named = prefix === 'a:' ? 'a' : (written.split('!')[0] ?? '');
        const below = paths.map(([path, resource]) => [`${named}.${path}`, resource] as const);
        return { text: `${prefix}${written}(${text})`, paths: [[named, target], ...below] };
      }),
    );
}

function selectionOf(name: string, depth: number): fc.Arbitrary<Selection> {
  const item = itemOf(name).map((text): Selection => ({ text, paths: [] }));
  const part = depth > 0 ? fc.oneof(item, embedOf(name, depth)) : item;
  return fc.array(part, { maxLength: 3 }).map((parts) =>
    parts.reduce(
      (all, one) => ({
        text: [all.text, one.text].filter(Boolean).join(),
        paths: [...all.paths, ...one.paths],
      }),
      nothingSelected,
    ),
  );
}

/** A group of tests of the resources embedded at a path, some of them several times. */
function testsOf(at: string, paths: Selection['paths']): fc.Arbitrary<[string, string]> {
  const names = paths.flatMap(([path]) => {
    const name = path.startsWith(at) ? path.slice(at.length) : '';
    return name === '' || name.includes('.') ? [] : [name];
  });
  const test = fc.tuple(
    fc.constantFrom('id', ...names, ...names, ...names),
    fc.constantFrom('is.null', 'not.is.null'),
  );
  return fc.tuple(
    fc.constantFrom('or', 'and', 'not.and').map((word) => at + word),
    fc
      .array(test, { minLength: 1, maxLength: 6 })
      .map((tests) => `(${tests.map((parts) => parts.join('.')).join()})`),
  );
}

/** A parameter about the rows, or about those of an embedded resource. */
function parameterOf(name: string, { paths }: Selection): fc.Arbitrary<[string, string]> {
  return fc.constantFrom(['', name] as const, ...paths).chain(([path, resource]) => {
    const at = path === '' ? '' : `${path}.`;
    const column = columnOf(resource);
    const embedded = fc.constantFrom('nothing', ...paths.map(([one]) => one));
    return fc.oneof(
      fc.tuple(
        column.map((one) => at + one),
        fc.constantFrom('is.null', 'not.is.null', 'in.(1,2)', 'eq.1', 'like.*a*'),
      ),
      fc.tuple(embedded, fc.constantFrom('is.null', 'not.is.null', 'is.not_null', 'eq.1')),
      testsOf(at, paths),
      fc.tuple(
        fc.constant(`${at}order`),
        fc.oneof(
          column,
          column.map((one) => `${one}.desc.nullslast`),
          fc.tuple(embedded, column).map(([one, by]) => `${one}(${by})`),
        ),
      ),
      fc.tuple(
        fc.constantFrom('limit', 'offset').map((word) => at + word),
        fc.constantFrom('0', '1', '5', '-1', 'x', '99999999999999999999'),
      ),
      fc.tuple(
        fc.constantFrom('or', 'and', 'not.or').map((word) => at + word),
        column.map((one) => `(${one}.is.null,not.and(${one}.not.is.null,${one}.is.null))`),
      ),
    );
  });
}

const request = fc.constantFrom(...Object.keys(resources)).chain((name) =>
  fc
    .constantFrom(2, 4, 4, 8)
    .chain((depth) => selectionOf(name, depth))
    .chain((selection) =>
      fc.record({
        target: fc.constantFrom(name, ...(name === 'films' ? ['rpc/films_since?since=1990&'] : [])),
        select: fc.constant(selection.text),
        parameters: fc.oneof(
          { weight: 4, arbitrary: fc.array(parameterOf(name, selection), { maxLength: 3 }) },
          { weight: 1, arbitrary: fc.array(parameterOf(name, selection), { maxLength: 16 }) },
        ),
        method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'PATCH', 'DELETE', 'POST'),
        count: fc.constantFrom('', 'count=exact', 'count=planned', 'count=estimated'),
        accept: fc.constantFrom('*/*', '*/*', 'text/csv', 'application/vnd.pgrst.object+json'),
      }),
    ),
);

test(
  'any embedded resource, aggregate, spread or computed field gets its rows or a clear error',
  { timeout: 60_000 + runs * 100 },
  async () => {
    let answered = 0;
    let slowest = 0;
    const memory = process.memoryUsage.rss();
    await fc.assert(
      fc.asyncProperty(request, async ({ target, parameters, method, count, accept, ...asked }) => {
        const query = new URLSearchParams([['select', asked.select], ...parameters]).toString();
        const address = `/${target}${target.includes('?') ? '' : '?'}${query}`;
        const start = performance.now();
        const response = await service.request('service', address, {
          method,
          headers: { accept, prefer: `return=representation, tx=rollback, ${count}` },
          ...(method === 'PATCH' && { body: '{"name": "x"}' }),
          ...(method === 'POST' && { body: '{"id": 77}' }),
        });
        const text = await response.text();
        slowest = Math.max(slowest, performance.now() - start);
        const said = `${method} ${decodeURIComponent(address)} ${count} ${accept} ${text}`;
        expect({ said, failed: response.status >= 500 }).toEqual({ said, failed: false });
        if (response.ok) answered += 1;
        if (response.ok || method === 'HEAD') return;
        const keys = Object.keys(JSON.parse(text) as object).toSorted();
        expect({ said, keys }).toEqual({ said, keys: ['code', 'details', 'hint', 'message'] });
      }),
      { numRuns: runs, seed },
    );
    expect(answered).toBeGreaterThan(runs / 6);
    const megabytes = [memory, process.memoryUsage.rss()].map((bytes) =>
      Math.round(bytes / 2 ** 20),
    );
    process.stdout.write(
      `figures: ${answered} answered, the slowest after ${Math.round(slowest)} ms, memory ${megabytes.join(' to ')} MB\n`,
    );
  },
);
