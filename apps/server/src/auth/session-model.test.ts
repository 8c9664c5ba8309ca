// Random sequences against a model; `npm run drill -- sessions` runs many more.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAuthService, type AuthService } from '../testing/auth-service.ts';
import { fuzzRuns } from '../testing/variations.ts';
import { hashPassword } from './passwords.ts';
import type { LogoutScope } from './sessions.ts';

const runs = fuzzRuns(30);
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121);
const timeout = 60_000 + runs * 2_000;
const emails = ['nok@example.com', 'lek@example.com'] as const;
const version = { 'x-supabase-api-version': '2024-01-01' };

let service: AuthService;

beforeAll(async () => {
  // No reuse interval: only an unused child is returned twice.
  service = await startAuthService({ reuseIntervalSeconds: 0 });
  for (const email of emails) await service.addMember(email, await hashPassword('river-dusk'));
});
afterAll(async () => {
  await service.close();
});

/** A session of the model: its refresh tokens in the order of issue, and their state. */
interface Session {
  readonly email: string;
  readonly accessToken: string;
  readonly given: string[];
  /** False after the reuse of a token. */
  trusted: boolean;
  ended: boolean;
}

interface World {
  readonly sessions: Session[];
  readonly passwords: Map<string, string>;
  changes: number;
}

interface Answer {
  readonly status: number;
  readonly code: string | undefined;
  readonly accessToken: string;
  readonly refreshToken: string;
}

async function ask(method: string, path: string, bearer?: string, body?: object): Promise<Answer> {
  const response = await service.request(method, path, {
    headers: version,
    ...(bearer !== undefined && { bearer }),
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  const said = (text === '' ? {} : JSON.parse(text)) as Record<string, string | undefined>;
  return {
    status: response.status,
    code: said.code,
    accessToken: said.access_token ?? '',
    refreshToken: said.refresh_token ?? '',
  };
}

const trade = (token: string) =>
  ask('POST', '/token?grant_type=refresh_token', undefined, { refresh_token: token });

/** The expected result of refreshing with the token, which also updates the model. */
function traded(session: Session, token: string): (answer: Answer) => void {
  const { given } = session;
  const age = given.length - 1 - given.indexOf(token);
  if (session.ended) {
    return (answer) =>
      expect(answer).toMatchObject({ status: 400, code: 'refresh_token_not_found' });
  }
  if (!session.trusted || age > 1) {
    session.trusted = false;
    return (answer) =>
      expect(answer).toMatchObject({ status: 400, code: 'refresh_token_already_used' });
  }
  if (age === 1) {
    return (answer) => expect(answer).toMatchObject({ status: 200, refreshToken: given.at(-1) });
  }
  return (answer) => {
    expect(answer.status).toBe(200);
    // The same token presented at the same time gets the same child.
    if (given.at(-1) === token) given.push(answer.refreshToken);
    expect(answer.refreshToken).toBe(given.at(-1));
  };
}

interface Step {
  readonly kind: 'sign in' | 'refresh' | 'sign out' | 'new password' | 'who am I';
  readonly user: number;
  readonly session: number;
  /** Age of the presented token in generations; 0 is the newest. */
  readonly back: number;
  readonly atOnce: number;
  readonly scope: LogoutScope;
}

const steps = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom(
      'sign in',
      'refresh',
      'refresh',
      'refresh',
      'refresh',
      'refresh',
      'sign out',
      'new password',
      'who am I',
    ),
    user: fc.nat(1),
    session: fc.nat(5),
    back: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.nat(3) }),
    atOnce: fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, fc.integer({ min: 2, max: 5 })),
    scope: fc.constantFrom('global', 'local', 'others'),
  }),
  { minLength: 5, maxLength: 30 },
);

async function signIn({ sessions, passwords }: World, email: string): Promise<void> {
  const password = passwords.get(email);
  const answer = await ask('POST', '/token?grant_type=password', undefined, { email, password });
  expect(answer.status).toBe(200);
  const { accessToken, refreshToken } = answer;
  sessions.push({ email, accessToken, given: [refreshToken], trusted: true, ended: false });
}

async function refresh(session: Session, { back, atOnce }: Step): Promise<void> {
  const token = session.given.at(-1 - back) ?? session.given[0] ?? '';
  const check = traded(session, token);
  const answers = await Promise.all(Array.from({ length: atOnce }, () => trade(token)));
  for (const answer of answers) check(answer);
}

function end({ sessions }: World, left: (session: Session) => boolean): void {
  for (const session of sessions) session.ended ||= !left(session);
}

/** Sends a request with the access token, which is rejected once its session has ended. */
async function asHolder(
  session: Session,
  method: string,
  path: string,
  body?: object,
): Promise<boolean> {
  const answer = await ask(method, path, session.accessToken, body);
  if (session.ended) {
    expect(answer).toMatchObject({ status: 403, code: 'session_not_found' });
    return false;
  }
  expect(answer.status).toBe(method === 'POST' ? 204 : 200);
  return true;
}

async function signOut(world: World, session: Session, scope: LogoutScope): Promise<void> {
  if (!(await asHolder(session, 'POST', `/logout?scope=${scope}`))) return;
  end(world, (other) => {
    if (other.email !== session.email) return true;
    return scope === 'local' ? other !== session : scope === 'others' && other === session;
  });
}

async function changePassword(world: World, session: Session): Promise<void> {
  world.changes += 1;
  const password = `river-dusk-${String(world.changes)}`;
  if (!(await asHolder(session, 'PUT', '/user', { password }))) return;
  world.passwords.set(session.email, password);
  end(world, (other) => other.email !== session.email || other === session);
}

async function take(world: World, step: Step): Promise<void> {
  const session = world.sessions.at(step.session % Math.max(1, world.sessions.length));
  if (session === undefined || step.kind === 'sign in') {
    return signIn(world, emails[step.user] ?? emails[0]);
  }
  if (step.kind === 'refresh') return refresh(session, step);
  if (step.kind === 'sign out') return signOut(world, session, step.scope);
  if (step.kind === 'new password') return changePassword(world, session);
  await asHolder(session, 'GET', '/user');
}

/** Checks the active refresh tokens in the database: at most one per session, and the expected one. */
async function expectLiveTokens({ sessions }: World): Promise<void> {
  const live = await service.test.sql<{ token: string }>(
    'select token from auth.refresh_tokens where not revoked order by token',
  );
  const expected = sessions
    .filter(({ ended, trusted }) => !ended && trusted)
    .map(({ given }) => given.at(-1) ?? '');
  expect(live.map(({ token }) => token)).toEqual(expected.sort());
}

test('sessions live, rotate and end as the model says', { timeout }, async () => {
  // Passwords persist between sequences, as in the database.
  const passwords = new Map<string, string>(emails.map((email) => [email, 'river-dusk']));
  const world: World = { sessions: [], passwords, changes: 0 };
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      await service.test.sql('delete from auth.sessions');
      world.sessions.length = 0;
      for (const step of sequence) {
        await take(world, step);
        await expectLiveTokens(world);
      }
    }),
    { numRuns: runs, seed },
  );
});
