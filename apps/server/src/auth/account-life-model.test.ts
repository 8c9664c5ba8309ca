// Random sequences of actions of a mailbox owner, an attacker and an admin on one address; `npm run drill -- ownership`
// runs many more.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authenticator } from '../testing/authenticator.ts';
import { startAuthService, type AuthService } from '../testing/auth-service.ts';
import { mailsAreOut } from '../testing/outbox.ts';
import { fuzzRuns } from '../testing/variations.ts';
import { hashToken, tokenCode } from './link-tokens.ts';

const runs = fuzzRuns(20);
const seed = Number(process.env.FUZZ_SEED ?? 20_261_123);
const timeout = 120_000 + runs * 5_000;
/** Sequences of different addresses run at once, because each waits for its mails. */
const atOnce = 4;

interface Mail {
  readonly link: URL;
  /** Whether the owner follows it: all but the link of an attacker's sign-up. */
  readonly followed: boolean;
  /** The password of its sign-up. */
  readonly password: string | null;
}

/** One address, with the knowledge of its owner and of the attacker. */
interface Life {
  readonly email: string;
  mails: Mail[];
  signedUp: boolean;
  password: string | null;
  token: string;
  readonly sessions: Set<string>;
  readonly factors: Set<string>;
  typed: number;
}

const attackerPassword = 'stranger-dusk';
const newestMails = new Map<string, URL>();
let service: AuthService;
let lives = 0;

beforeAll(async () => {
  service = await startAuthService(
    {},
    {
      limitMs: 10_000,
      deliver({ to, text }) {
        const link = /https:\/\/\S+verify\S+/.exec(text)?.[0];
        if (link !== undefined) newestMails.set(to, new URL(link));
        return Promise.resolve();
      },
    },
  );
});
afterAll(async () => {
  await service.close();
});

async function call(method: string, path: string, body?: object, bearer?: string) {
  const response = await service.request(method, path, {
    ...(body !== undefined && { body }),
    ...(bearer !== undefined && { bearer }),
  });
  const text = await response.text();
  const said = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
  return { status: response.status, said };
}

/** Requests a mail and records it in the mailbox if one was sent. */
async function ask(
  life: Life,
  path: string,
  extra: object,
  mail: Omit<Mail, 'link'>,
  bearer?: string,
) {
  newestMails.delete(life.email);
  const { status } = await call('POST', path, { email: life.email, ...extra }, bearer);
  expect([200, 422]).toContain(status);
  await mailsAreOut(service.test.database);
  const link = newestMails.get(life.email);
  if (link !== undefined) life.mails.push({ link, ...mail });
}

async function arrive(life: Life, token: string, mail: Mail | null): Promise<void> {
  const claims = await service.tokens.verify(token);
  life.token = token;
  life.sessions.add(String(claims.session_id));
  life.password = mail?.password ?? life.password;
}

async function follow(life: Life, mail: Mail): Promise<boolean> {
  const { values } = await service.follow(mail.link.href);
  const token = values.get('access_token');
  if (token !== null) await arrive(life, token, mail);
  return token !== null;
}

async function typeCode(life: Life, mail: Mail): Promise<void> {
  const token = tokenCode(service.tokens, hashToken(mail.link.searchParams.get('token') ?? ''));
  const type = mail.link.searchParams.get('type');
  const { status, said } = await call('POST', '/verify', { email: life.email, token, type });
  if (status === 200) await arrive(life, String(said.access_token), mail);
}

async function signIn(life: Life, password: string): Promise<string | null> {
  const body = { email: life.email, password };
  const { status, said } = await call('POST', '/token?grant_type=password', body);
  return status === 200 ? String(said.access_token) : null;
}

async function addFactor(life: Life): Promise<void> {
  const begun = await call('POST', '/factors', { factor_type: 'totp' }, life.token);
  if (begun.status !== 200) return;
  const { id, totp } = begun.said as { id: string; totp: { uri: string } };
  life.factors.add(id);
  const challenge = await call('POST', `/factors/${id}/challenge`, {}, life.token);
  const body = { challenge_id: challenge.said.id, code: authenticator(totp.uri)() };
  const verified = await call('POST', `/factors/${id}/verify`, body, life.token);
  expect(verified.status).toBe(200);
  await arrive(life, String(verified.said.access_token), null);
}

async function remove(life: Life): Promise<void> {
  const rows = await service.test.sql<{ id: string }>(
    'select id from auth.users where email = $1',
    [life.email],
  );
  for (const { id } of rows) await service.admin.auth.admin.deleteUser(id);
  life.mails = [];
  life.signedUp = false;
  life.password = null;
  life.token = '';
}

async function setPassword(life: Life): Promise<void> {
  const password = `owner-dawn-${String(++life.typed)}`;
  const { status } = await call('PUT', '/user', { password }, life.token);
  if (status === 200) life.password = password;
}

const acts = {
  async 'owner signs up'(life: Life) {
    const password = `owner-dawn-${String(++life.typed)}`;
    life.signedUp = true;
    await ask(life, '/signup', { password }, { followed: true, password });
  },
  'attacker signs up': (life: Life) =>
    ask(
      life,
      '/signup',
      { password: attackerPassword },
      { followed: false, password: attackerPassword },
    ),
  'attacker asks for a magic link': (life: Life) =>
    ask(life, '/otp', {}, { followed: true, password: null }),
  'attacker asks for a recovery link': (life: Life) =>
    ask(life, '/recover', {}, { followed: true, password: null }),
  async 'owner asks for the confirmation again'(life: Life) {
    if (!life.signedUp) return;
    await ask(life, '/resend', { type: 'signup' }, { followed: true, password: null });
  },
  'attacker asks for the confirmation again': (life: Life) =>
    ask(life, '/resend', { type: 'signup' }, { followed: false, password: null }),
  'admin invites': (life: Life) =>
    ask(life, '/invite', {}, { followed: true, password: null }, service.serviceKey),
  'owner sets a password': setPassword,
  'owner adds a factor': addFactor,
  'admin deletes': remove,
} satisfies Record<string, (life: Life) => Promise<void>>;

type Act = keyof typeof acts | 'owner follows a link' | 'owner types a code';
interface Step {
  readonly act: Act;
  readonly back: number;
}

const common: readonly Act[] = ['owner follows a link', 'owner types a code'];
const steps = fc.array(
  fc.record<Step>({
    act: fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...(Object.keys(acts) as Act[])) },
      { weight: 3, arbitrary: fc.constantFrom(...common) },
    ),
    back: fc.nat(3),
  }),
  { minLength: 3, maxLength: 10 },
);

async function take(life: Life, { act, back }: Step): Promise<void> {
  if (act !== 'owner follows a link' && act !== 'owner types a code') return acts[act](life);
  const followed = life.mails.filter((mail) => mail.followed);
  const mail = followed.at(-1 - (back % Math.max(1, followed.length)));
  if (mail === undefined) return;
  if (act === 'owner types a code') await typeCode(life, mail);
  else await follow(life, mail);
  expect(await signIn(life, attackerPassword), `${act}: the attacker's password`).toBeNull();
}

/** Checks that sessions and factors belong to the owner; an unconfirmed account has neither, nor a password. */
async function expectOwned(life: Life): Promise<void> {
  const rows = await service.test.sql<{ id: string; kind: string; waiting: boolean }>(
    `select s.id, 'session' as kind, u.email_confirmed_at is null as waiting
       from auth.sessions s join auth.users u on u.id = s.user_id where u.email = $1
     union all select f.id, 'factor', u.email_confirmed_at is null
       from auth.mfa_factors f join auth.users u on u.id = f.user_id where u.email = $1
     union all select u.id, 'password', true
       from auth.users u where u.email = $1 and u.email_confirmed_at is null and u.encrypted_password <> ''`,
    [life.email],
  );
  const foreign = rows.filter(
    ({ id, waiting }) => waiting || !(life.sessions.has(id) || life.factors.has(id)),
  );
  expect(foreign).toEqual([]);
}

/** Checks that the owner of the mailbox can sign in. */
async function expectWayIn(life: Life, path: '/otp' | '/recover'): Promise<void> {
  if (life.password !== null) {
    const token = await signIn(life, life.password);
    expect(token, 'the owner`s own password').not.toBeNull();
    await arrive(life, token ?? '', null);
  }
  await ask(life, '/otp', {}, { followed: true, password: null });
  if (path === '/recover') await ask(life, path, {}, { followed: true, password: null });
  const newest = life.mails.at(-1);
  expect(newest !== undefined && (await follow(life, newest)), `a way in by ${path}`).toBe(true);
  expect((await call('GET', '/user', undefined, life.token)).said.email).toBe(life.email);
  expect(await signIn(life, attackerPassword), 'the attacker at the end').toBeNull();
  await expectOwned(life);
}

async function live(sequence: readonly Step[], index: number): Promise<void> {
  const life: Life = {
    email: `owner-${String(++lives)}@example.com`,
    mails: [],
    signedUp: false,
    password: null,
    token: '',
    sessions: new Set(),
    factors: new Set(),
    typed: 0,
  };
  for (const step of sequence) {
    await take(life, step);
    await expectOwned(life);
  }
  await expectWayIn(life, index % 2 === 0 ? '/otp' : '/recover');
}

test(
  'an address belongs to the owner of its mailbox, whatever others do',
  { timeout },
  async () => {
    const sequences = fc.array(steps, { minLength: atOnce, maxLength: atOnce });
    await fc.assert(
      fc.asyncProperty(sequences, async (all) => {
        const ends = await Promise.allSettled(all.map(live));
        const failed = ends.find((end) => end.status === 'rejected');
        if (failed !== undefined) throw failed.reason;
      }),
      { numRuns: Math.ceil(runs / atOnce), seed },
    );
  },
);
