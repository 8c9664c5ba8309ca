import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withClient } from '../apps/server/src/db/server-address.ts';
import { startTestCluster, type TestServer } from '../apps/server/src/testing/test-cluster.ts';
import { renderDatabaseTypes } from './database-types.ts';

const target = fileURLToPath(new URL('../packages/domain/src/database.ts', import.meta.url));

let server: TestServer;
let stop: () => Promise<void>;

beforeAll(async () => {
  ({ server, stop } = await startTestCluster());
}, 60_000);

afterAll(() => stop());

test('the database types are what the migrations say', async () => {
  const current = await withClient({ ...server, database: server.template }, server, (client) =>
    renderDatabaseTypes(client, target),
  );
  expect(await readFile(target, 'utf8')).toBe(current);
});

test('a link between two tables, an enum, a view and a function with arguments are written out', async () => {
  const text = await withClient(
    { ...server, database: server.demoTemplate },
    server,
    async (client) => {
      await client.query(`begin;
      create type public.mood as enum ('glad', 'sad');
      create table public.parents (id int primary key, mood public.mood not null);
      create table public.children (id int generated always as identity primary key,
        parent_id int references public.parents (id), tags text[]);
      create view public.glad as select id from public.parents group by id;
      create function public.find(p_id uuid, p_limit int default 5) returns setof public.children
        language sql as 'select * from public.children';`);
      return renderDatabaseTypes(client, target);
    },
  );
  const flat = text.replace(/\s+/g, ' ').replaceAll('; }', ' }');
  expect(flat).toContain(`mood: 'glad' | 'sad' }`);
  expect(flat).toContain(`Row: { id: number; mood: Database['public']['Enums']['mood'] }`);
  expect(flat).toContain(
    'Insert: { id?: never; parent_id?: number | null; tags?: string[] | null }',
  );
  expect(flat).toContain(
    `Relationships: [ { foreignKeyName: 'children_parent_id_fkey'; columns: ['parent_id']; isOneToOne: false; referencedRelation: 'parents'; referencedColumns: ['id'] }, ]`,
  );
  expect(flat).toContain('glad: { Row: { id: number | null }; Relationships: [] }');
  expect(flat).toContain('find: { Args: { p_id: string; p_limit?: number }; Returns:');
  expect(flat).toContain(`['children']['Row'][]`);
});
