// Random sequences of an owner and a thief with one session's refresh tokens; `npm run drill -- refresh` runs many more.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAuthService, type AuthService } from '../testing/auth-service.ts';
import { fuzzRuns } from '../testing/variations.ts';
import { hashPassword } from './passwords.ts';

const runs = fuzzRuns(50);
const seed = Number(process.env.FUZZ_SEED ?? 20_261_205);
const timeout = 60_000 + runs * 2_000;
const credentials = { email: 'nok@example.com', password: 'river-dusk' };
/** So long that the time a sequence takes is nothing beside it. */
const reuseIntervalSeconds = 10_000;
const pauses = [0, 4_000, 11_000] as const;

let service: AuthService;

beforeAll(async () => {
  service = await startAuthService({ reuseIntervalSeconds });
  await service.addMember(credentials.email, await hashPassword(credentials.password));
});
afterAll(async () => {
  await service.close();
});

type Party = 'owner' | 'thief';

interface Step {
  readonly who: Party;
  /** Before a step of the thief: which of the owner's tokens is stolen, 0 for the newest; null for none. */
  readonly stolen: number | null;
  /** Age of the presented token among those of the party; 0 is the newest. */
  readonly back: number;
  /** Seconds that pass before. */
  readonly pause: number;
}

interface Token {
  readonly text: string;
  /** When it was exchanged, in seconds of the sequence; null before. */
  usedAt: number | null;
}

/** One session: its refresh tokens in the order of issue, of which only the last is unused. */
interface Session {
  readonly chain: Token[];
  readonly tokensOf: Readonly<Record<Party, Token[]>>;
  seconds: number;
  /** After a token was refused as already used. */
  ended: boolean;
}

async function ask(grant: string, body: object) {
  const response = await service.request('POST', `/token?grant_type=${grant}`, {
    body,
    headers: { 'x-supabase-api-version': '2024-01-01' },
  });
  const { code, refresh_token: token } = (await response.json()) as Record<string, string>;
  return response.status === 200 ? { status: 200, token } : { status: response.status, code };
}

const present = (token: Token) => ask('refresh_token', { refresh_token: token.text });
const alreadyUsed = { status: 400, code: 'refresh_token_already_used' };

async function pass(session: Session, seconds: number): Promise<void> {
  session.seconds += seconds;
  await service.test.sql(
    'update auth.refresh_tokens set updated_at = updated_at - make_interval(secs => $1)',
    [seconds],
  );
}

function issue({ chain, seconds }: Session, text: string | undefined): Token {
  const last = chain.at(-1);
  if (last !== undefined) last.usedAt = seconds;
  const token = { text: text ?? '', usedAt: null };
  chain.push(token);
  return token;
}

/** The answer to a token of the chain, and the token that its holder has afterwards. */
async function expectAnswer(session: Session, token: Token): Promise<Token | null> {
  const { chain, seconds } = session;
  const answer = await present(token);
  if (session.ended) {
    expect(answer, 'a token of an ended family').toEqual(alreadyUsed);
    return null;
  }
  const active = chain.at(-1);
  if (active !== undefined && token === chain.at(-2)) {
    expect(answer, 'the parent of the active token').toEqual({ status: 200, token: active.text });
    return active;
  }
  if (token.usedAt !== null && seconds - token.usedAt > reuseIntervalSeconds) {
    expect(answer, 'a token used before the reuse interval').toEqual(alreadyUsed);
    session.ended = true;
    return null;
  }
  expect(answer.status).toBe(200);
  expect(chain.map(({ text }) => text)).not.toContain(answer.token);
  return issue(session, answer.token);
}

async function take(session: Session, { who, stolen, back, pause }: Step): Promise<void> {
  const { owner, thief } = session.tokensOf;
  await pass(session, pause);
  if (who === 'thief' && stolen !== null) {
    const token = owner.at(-1 - (stolen % owner.length));
    if (token !== undefined) thief.push(token);
  }
  const own = session.tokensOf[who];
  const presented = own.at(-1 - (back % Math.max(1, own.length)));
  if (presented === undefined) return;
  const next = await expectAnswer(session, presented);
  if (next !== null) own.push(next);
}

/** Presents every token once more, and then again, after the reuse interval. */
async function presentAll(session: Session): Promise<void> {
  await pass(session, reuseIntervalSeconds + 1_000);
  const { chain } = session;
  for (const token of [...chain, ...chain]) await expectAnswer(session, token);
}

const step = fc.record<Step>({
  who: fc.constantFrom('owner', 'owner', 'thief'),
  stolen: fc.option(fc.nat(2), { freq: 2 }),
  back: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(3) }),
  pause: fc.constantFrom(...pauses),
});

test(
  'an owner and a thief share one chain of refresh tokens, or none is left',
  { timeout },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 15 }), async (sequence) => {
        await service.test.sql('delete from auth.sessions');
        const session: Session = {
          chain: [],
          tokensOf: { owner: [], thief: [] },
          seconds: 0,
          ended: false,
        };
        const { token } = await ask('password', credentials);
        session.tokensOf.owner.push(issue(session, token));
        for (const next of sequence) await take(session, next);
        await presentAll(session);
      }),
      { numRuns: runs, seed },
    );
  },
);
