import type { Role } from '@bkksiam/domain/identity';
import { describe, expect, test } from 'vitest';
import { members, shareRestService, type Caller } from '../testing/rest-service.ts';
import { sampleOf } from '../testing/variations.ts';

const service = shareRestService();

const callers: readonly (readonly [name: string, caller: Caller, role: Role])[] = [
  ['visitor', 'visitor', 'anon'],
  ['member', members.nattaya, 'authenticated'],
];

/** Names of an object and what a role may do with it. */
interface Found extends Record<string, unknown> {
  readonly name: string;
  readonly is_usable: boolean;
}

async function hintOf(caller: Caller, path: string): Promise<string> {
  const response = await service.request(caller, path);
  const { hint } = (await response.json()) as { hint: string | null };
  return hint ?? '';
}

/** The hints for each misspelt name that name one of the others. */
async function tellingHints(
  caller: Caller,
  found: readonly Found[],
  pathOf: (misspelt: string) => string,
): Promise<readonly string[]> {
  const hidden = found.filter(({ is_usable }) => !is_usable).map(({ name }) => name);
  const hints: string[] = [];
  for (const name of sampleOf(hidden)) hints.push(await hintOf(caller, pathOf(`${name}x`)));
  return hints.filter((hint) => hidden.some((name) => new RegExp(`\\b${name}\\b`).test(hint)));
}

describe.each(callers)('a hint to a %s', (_name, caller, role) => {
  test('names no function that the role may not call', async () => {
    const found = await service.test.sql<Found>(
      `select proname as name,
          bool_or(pronamespace = 'public'::regnamespace and has_function_privilege($1, oid, 'execute')) as is_usable
        from pg_proc where pronamespace in ('public'::regnamespace, 'bkk_internal'::regnamespace) group by 1`,
      [role],
    );
    expect(await tellingHints(caller, found, (name) => `/rpc/${name}`)).toEqual([]);
    expect(await hintOf(caller, '/rpc/bkk_has_featur')).toContain('public.bkk_has_feature');
  });

  test('names no arguments of a function that the role may not call', async () => {
    expect(await hintOf(caller, '/rpc/bkk_lease_messages?p_limits=1')).not.toContain('p_limit');
  });

  test('names no table or view that the role may not use', async () => {
    const found = await service.test.sql<Found>(
      `select relname as name,
          has_table_privilege($1, oid, 'insert') or has_any_column_privilege($1, oid, 'select, insert, update') as is_usable
        from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v')`,
      [role],
    );
    expect(await tellingHints(caller, found, (name) => `/${name}`)).toEqual([]);
    const embedding = (name: string) => `/bkk_airports?select=${name}(*)`;
    expect(await tellingHints(caller, found, embedding)).toEqual([]);
    expect(await hintOf(caller, '/bkk_featurez')).toContain('public.bkk_features');
  });

  test('names no column that the role may not read', async () => {
    const found = await service.test.sql<Found>(
      `select attname as name, has_column_privilege($1, attrelid, attnum, 'select') as is_usable
        from pg_attribute where attrelid = 'public.bkk_quote_offers'::regclass and attnum > 0`,
      [role],
    );
    const path = (name: string) => `/bkk_quote_offers?select=${name}`;
    expect(await tellingHints(caller, found, path)).toEqual([]);
  });
});

describe('what only functions of the product call', () => {
  test.each([...callers, ['service', 'service', 'service_role'] as const])(
    'is not served to a %s, by its name, by its schema or in the description of the API',
    async (_name, caller) => {
      const names = await service.test.sql<{ name: string }>(
        `select proname as name from pg_proc where pronamespace = 'bkk_internal'::regnamespace`,
      );
      const description = await (await service.request(caller, '/')).text();
      for (const { name } of sampleOf(names)) {
        for (const path of [`/rpc/${name}`, `/rpc/bkk_internal.${name}`]) {
          const answer = await service.request(caller, path, { method: 'POST', body: '{}' });
          expect([path, answer.status]).toEqual([path, 404]);
        }
        expect(description).not.toContain(`/rpc/${name}"`);
      }
      const profile = {
        headers: { 'Content-Profile': 'bkk_internal' },
        method: 'POST',
        body: '{}',
      };
      const { status } = await service.request(caller, '/rpc/set_features', profile);
      expect(status).toBe(406);
    },
  );
});
