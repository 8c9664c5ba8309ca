import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash as argon2Hash, verify as argon2Verify } from '@node-rs/argon2';
import { verify as bcryptVerify } from '@node-rs/bcrypt';

/** So many hashes wait already that another would only time out; worth a retry in a second. */
export class PasswordQueueFull extends Error {
  override readonly name = 'PasswordQueueFull';
}

export type PasswordProblem = 'missing' | 'short' | 'long';

const argon2id = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const currentHash = `$argon2id$v=19$m=${argon2id.memoryCost},t=${argon2id.timeCost},p=${argon2id.parallelism}$`;
const fewestCharacters = 6;
const mostBytes = 72;
const longestQueue = 256;
/** Below the ten seconds after which a request is given up: a hash for nobody would keep others waiting. */
const longestWaitMs = 7_000;

/** At most `width` tasks at once and `longest` waiting, in order of arrival; who waited too long is refused. */
function boundedQueue(width: number, longest: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async function run<T>(task: () => Promise<T>): Promise<T> {
    let tooLate = false;
    if (running >= width) {
      if (waiting.length >= longest) throw new PasswordQueueFull('too many passwords at once');
      const since = performance.now();
      await new Promise<void>((resolve) => waiting.push(resolve));
      tooLate = performance.now() - since > longestWaitMs;
    } else {
      running += 1;
    }
    try {
      if (tooLate) throw new PasswordQueueFull('waited too long for the passwords before');
      return await task();
    } finally {
      // A waiter takes over the place; only an empty queue gives it back.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

const run = boundedQueue(availableParallelism(), longestQueue);

/** What keeps a text from being a password: none at all, under 6 characters, over 72 bytes; else null. */
export function checkNewPassword(password: string): PasswordProblem | null {
  if (password === '') return 'missing';
  if (Buffer.byteLength(password) > mostBytes) return 'long';
  return password.length < fewestCharacters ? 'short' : null;
}

/**
 * Hashes by argon2id (m=19456, t=2, p=1) off the event loop, at most as many at once as there are cores.
 *
 * @throws {PasswordQueueFull}
 */
export function hashPassword(plain: string): Promise<string> {
  return run(() => argon2Hash(plain, argon2id));
}

let unknownHash: Promise<string> | undefined;

/** The hash of a password nobody has: checking against it costs what a real check costs. */
function hashOfNobody(): Promise<string> {
  unknownHash ??= argon2Hash(randomBytes(32), argon2id);
  return unknownHash;
}

/**
 * Whether `plain` is the password behind a stored argon2 or bcrypt hash. Without a usable hash (an unknown user,
 * no password, a foreign format) the same work is done and the answer is no, so the time tells nothing.
 *
 * @throws {PasswordQueueFull}
 */
export function checkPassword(stored: string | null, plain: string): Promise<boolean> {
  return run(async () => {
    const tooLong = Buffer.byteLength(plain) > mostBytes;
    if (stored !== null && !tooLong) {
      if (/^\$argon2id?\$/.test(stored)) return argon2Verify(stored, plain);
      if (/^\$2[aby]\$/.test(stored)) return bcryptVerify(plain, stored);
    }
    await argon2Verify(await hashOfNobody(), plain.slice(0, mostBytes));
    return false;
  });
}

/** Whether {@link checkPassword} can check against this hash: argon2i or argon2id, within bounds, or bcrypt. */
export function isKnownHash(stored: string): boolean {
  if (/^\$2[aby]\$(0[4-9]|[12]\d|3[01])\$[./A-Za-z0-9]{53}$/.test(stored)) return true;
  const argon =
    /^\$argon2id?\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$/;
  const [, memory, rounds, lanes] = argon.exec(stored) ?? [];
  if (memory === undefined || stored.length > 255) return false;
  return (
    Number(memory) <= 1_048_576 && Number(rounds) >= 1 && Number(lanes) >= 1 && Number(lanes) <= 16
  );
}

/** True for a hash of another kind or strength than new ones get: hash anew at the next right password. */
export function isOutdated(stored: string): boolean {
  return !stored.startsWith(currentHash);
}
