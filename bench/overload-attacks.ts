import { randomBytes } from 'node:crypto';
import type { AttackTokens, RequestAttack, UnreadAttack } from './attack-types.ts';
import { fileAttacks } from './file-attacks.ts';
import { realtimeAttacks, type SocketAttack } from './realtime-attacks.ts';

/** Tables related to themselves and a published one, as an operator may expose them. */
export const attackedTables = `
  create table public.bench_notes (id bigint generated always as identity primary key, body text, noted_at bigint);
  alter table public.bench_notes enable row level security;
  create policy "all read" on public.bench_notes for select using (true);
  grant select on public.bench_notes to anon, authenticated;
  grant insert on public.bench_notes to service_role;
  alter publication supabase_realtime add table public.bench_notes;
  create table public.bench_staff (id int primary key, name text, boss_id int references public.bench_staff);
  insert into public.bench_staff select n, 'Name ' || n, nullif(n / 2, 0) from generate_series(1, 1000) n;
  grant select on public.bench_staff to anon, authenticated;
  notify pgrst, 'reload schema';`;

const megabyte = 1024 * 1024;
const keys = 800_000;

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

function csvOf(bytes: number, { memberId, memberEmail }: AttackTokens): Buffer {
  const row = `${memberId},${memberEmail},login,true\n`;
  const rows = Math.floor((bytes - 100) / row.length);
  return Buffer.from(`user_id,email,event,success\n${row.repeat(rows)}`);
}

function manyKeys(): Buffer {
  const members = Array.from({ length: keys }, (_, index) => `"${index.toString(36)}":1`);
  return Buffer.from(`{${members.join(',')}}`);
}

function post(
  role: 'anon' | 'member',
  type: string,
  make: (tokens: AttackTokens) => Buffer,
): RequestAttack {
  return {
    connections: 4,
    prepare(tokens) {
      const body = make(tokens);
      const headers = { ...bearer(tokens[role]), 'content-type': type };
      return () => ({ method: 'POST', path: '/rest/v1/bkk_login_logs', headers, body });
    },
  };
}

function read(filter: (n: number) => string): RequestAttack {
  return {
    prepare:
      ({ anon }) =>
      (n) => ({
        method: 'GET',
        path: `/rest/v1/bkk_airline_news?select=id&${filter(n)}`,
        headers: bearer(anon),
      }),
  };
}

/** Patterns without back references that are expensive to compile or run; `n` bypasses caches. */
const costlyPatterns = (n: number): readonly string[] => [
  `(.{0,250}[a-z]){0,8}z${String(n)}`,
  `(a|b|c|.){1,100}.{1,100}y${String(n)}`,
  `((((x?){0,9}){0,9}){0,9}){0,9}${String(n)}`,
  `(?=.*a)(?=.*b)(?=.*c)(?=.*d)(.*e.*){1,20}${String(n)}`,
  `(.+)(.+)(.+)(.+)(.+)(.+)q${String(n)}`,
];

function costlyPattern(n: number): string {
  const patterns = costlyPatterns(n);
  return `excerpt=match.${encodeURIComponent(patterns[n % patterns.length] ?? '')}`;
}

/** As many conditions as fit into Node's limit of 16 kB for headers. */
function wideTree(n: number): string {
  const leaf = (index: number) =>
    `and(title.ilike.*${String(n)}a*b*,excerpt.ilike.*${String(index)}c*d*)`;
  return `or=(${Array.from({ length: 220 }, (_, index) => leaf(index)).join(',')})`;
}

const deepTree = (n: number): string =>
  `and=(${'or('.repeat(45)}${Array.from({ length: 300 }, (_, index) => `title.imatch.a.*b.*c${String(n + index)}`).join(',')}${')'.repeat(46)}`;

/** A column of 131,072 digits in 8 bytes of profile, as often as a response of 8 MiB takes it. */
export const longNumber = '1e131071';
const largePath = ({ memberId }: AttackTokens): string =>
  `/rest/v1/bkk_user_profiles?user_id=eq.${memberId}&select=${Array.from({ length: 60 }, (_, index) => `a${String(index)}:full_name::numeric`).join()}`;

function nested(levels: number, select: (inner: string) => string, query: string): string {
  const text = Array.from({ length: levels }).reduce<string>(select, 'id');
  return `/rest/v1/bench_staff?select=${text}&${query}`;
}

const pathOf = (level: number): string => 'boss.'.repeat(level);

function readNested(make: (n: number) => string): RequestAttack {
  return {
    prepare:
      ({ anon }) =>
      (n) => ({ method: 'GET', path: make(n), headers: bearer(anon) }),
  };
}

const nestedTests = (n: number): string =>
  nested(
    9,
    (inner) => `id,boss:boss_id(${inner})`,
    Array.from(
      { length: 9 },
      (_, level) =>
        `${pathOf(level)}or=(${Array.from({ length: 12 }, () => 'boss.not.is.null').join()},id.eq.${String(n)})`,
    ).join('&'),
  );

const nestedSpreads = (n: number): string =>
  nested(
    8,
    (inner) =>
      `${['a', 'b', 'c', 'd', 'e'].map((key) => `${key}${String(inner.length)}:name`).join()},...boss_id(${inner})`,
    `id=lt.${String(n)}`,
  );

function unseen(folder: string, perSecond?: number): RequestAttack {
  return {
    ...(perSecond !== undefined && { perSecond }),
    prepare() {
      const run = randomBytes(4).toString('hex');
      return (n) => ({ method: 'GET', path: `/${folder}/${run}-${String(n)}` });
    },
  };
}

export const attacks = {
  'CSV of 8 MB, anon': post('anon', 'text/csv', (tokens) => csvOf(8 * megabyte, tokens)),
  'CSV of 1 MB, anon': post('anon', 'text/csv', (tokens) => csvOf(megabyte, tokens)),
  '800,000 keys, anon': post('anon', 'application/json', manyKeys),
  'CSV of 8 MB, member': post('member', 'text/csv', (tokens) => csvOf(8 * megabyte, tokens)),
  'CSV of 1 MB, member': post('member', 'text/csv', (tokens) => csvOf(megabyte, tokens)),
  '800,000 keys, member': post('member', 'application/json', manyKeys),
  'back references': read(
    () => `excerpt=match.${encodeURIComponent('(.+)(.+)(.+)(.+)\\4\\3\\2\\1')}`,
  ),
  'costly patterns': read(costlyPattern),
  'wide or-trees': read(wideTree),
  'deep or-trees': read(deepTree),
  'unseen products, 50/s': unseen('product', 50),
  'unseen bookings, 50/s': unseen('booking', 50),
  'unseen products': unseen('product'),
  'unseen bookings': unseen('booking'),
  'pipelined upgrades': {
    perSecond: 10,
    heldMs: 3000,
    text: (_tokens, forwarded) =>
      `GET /livez HTTP/1.1\r\nhost: x\r\n${forwarded}\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n`.repeat(
        3000,
      ),
  },
  'large responses': {
    prepare(tokens) {
      const path = largePath(tokens);
      return () => ({ method: 'GET', path, headers: bearer(tokens.member) });
    },
  },
  'large responses, unread': {
    perSecond: 5,
    heldMs: 120_000,
    text: (tokens, forwarded) =>
      `GET ${largePath(tokens)} HTTP/1.1\r\nhost: x\r\n${forwarded}\r\nauthorization: Bearer ${tokens.member}\r\n\r\n`,
  },
  'nested tests': readNested(nestedTests),
  'nested spreads': readNested(nestedSpreads),
  'long patterns': read((n) => `excerpt=match.a{1,${'+'.repeat(14_400)}${String(n)}`),
  'repeated time zones': {
    prepare({ anon }) {
      const zones = Array.from({ length: 900 }, (_, index) => `timezone=x/${String(index)}`);
      const headers = { ...bearer(anon), prefer: zones.join() };
      return (n) => ({
        method: 'GET',
        path: `/rest/v1/bkk_airline_news?offset=${String(n)}`,
        headers,
      });
    },
  },
  ...realtimeAttacks,
  ...fileAttacks,
  'plain reads': read((n) => `limit=5&offset=${String(n % 7)}`),
} as const satisfies Record<string, RequestAttack | UnreadAttack | SocketAttack>;

export type AttackName = keyof typeof attacks;

/** What the benchmark measures one after the other: each attack, and some at once by one network. */
export const measuredAttacks = new Map<string, readonly AttackName[]>([
  ...(Object.keys(attacks) as AttackName[]).map((name) => [name, [name]] as const),
  [
    'at once: Realtime, Storage and functions',
    Object.keys({ ...realtimeAttacks, ...fileAttacks }) as AttackName[],
  ],
]);
