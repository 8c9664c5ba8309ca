import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash as argon2Hash, verify as argon2Verify } from '@node-rs/argon2';
import { verify as bcryptVerify } from '@node-rs/bcrypt';
import pLimit from 'p-limit';
import { ServerBusy } from '../http/load-shedding.ts';
import { authErrors } from './errors.ts';

/** The queue of hashes is so long that another would time out. */
export class PasswordQueueFull extends ServerBusy {
  override readonly name = 'PasswordQueueFull';
}

type PasswordProblem = 'missing' | 'short' | 'long';

const argon2id = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** The cost of new hashes. */
let cost = argon2id;
const minCharacters = 6;
const maxBytes = 72;
/** Smooths a burst of sign-ins; those that would wait longer are refused at once. */
const maxWaitMs = 2_000;
const concurrency = availableParallelism();
const limit = pLimit(concurrency);
const firstHashMs = 30;
/** The duration of a hash, smoothed over the last ones, in milliseconds. */
let hashMs = firstHashMs;
const weightOfLast = 0.1;

let rejected = 0;

/** The hashes of this process: under way, waiting, and rejected since its start. */
export function passwordQueue() {
  return { active: limit.activeCount, waiting: limit.pendingCount, rejected };
}

/** Runs the tasks in order of arrival; p-limit does not bound how long they wait. */
function run<T>(task: () => Promise<T>): Promise<T> {
  if ((limit.pendingCount * hashMs) / concurrency > maxWaitMs) {
    rejected += 1;
    return Promise.reject(new PasswordQueueFull('too many passwords at once'));
  }
  return limit(async () => {
    const start = performance.now();
    try {
      return await task();
    } finally {
      hashMs += (performance.now() - start - hashMs) * weightOfLast;
    }
  });
}

/** Sets the cost of new hashes; for tests, which call it without an argument to return to that of production. */
export function setHashCost(given: Partial<typeof argon2id> = {}): void {
  cost = { ...argon2id, ...given };
  unknownHash = undefined;
  hashMs = firstHashMs;
}

/** The problem of a new password: none given, under 6 characters, over 72 bytes; else null. */
export function checkNewPassword(password: string): PasswordProblem | null {
  if (password === '') return 'missing';
  if (Buffer.byteLength(password) > maxBytes) return 'long';
  return password.length < minCharacters ? 'short' : null;
}

/** @throws validation_failed, weak_password */
export function assertNewPassword(password: string): void {
  switch (checkNewPassword(password)) {
    case 'missing':
      throw authErrors.validationFailed('Signup requires a valid password');
    case 'long':
      throw authErrors.longPassword();
    case 'short':
      throw authErrors.shortPassword();
    case null:
  }
}

/**
 * Hashes by argon2id (m=19456, t=2, p=1) off the event loop, at most as many at once as there are cores.
 *
 * @throws {PasswordQueueFull}
 */
export function hashPassword(plain: string): Promise<string> {
  return run(() => argon2Hash(plain, cost));
}

let unknownHash: Promise<string> | undefined;

/** The hash of a random password: checking against it costs what a real check costs. */
function dummyHash(): Promise<string> {
  unknownHash ??= argon2Hash(randomBytes(32), cost);
  return unknownHash;
}

/**
 * Whether `plain` is the password of a stored argon2 or bcrypt hash. Without a usable hash (no account, no password, another
 * format) the same work is done before the result is false, so that timing reveals nothing.
 *
 * @throws {PasswordQueueFull}
 */
export function checkPassword(stored: string | null, plain: string): Promise<boolean> {
  return run(async () => {
    const tooLong = Buffer.byteLength(plain) > maxBytes;
    if (stored !== null && !tooLong) {
      if (/^\$argon2id?\$/.test(stored)) return argon2Verify(stored, plain);
      if (/^\$2[aby]\$/.test(stored)) return bcryptVerify(plain, stored);
    }
    await argon2Verify(await dummyHash(), plain.slice(0, maxBytes));
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

/** Whether a hash is of another kind or strength than new ones; it is renewed at the next right password. */
export function isOutdated(stored: string): boolean {
  const { memoryCost, timeCost, parallelism } = cost;
  return !stored.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`);
}
