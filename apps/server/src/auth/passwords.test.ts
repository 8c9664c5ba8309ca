import { hash as bcryptHash } from '@node-rs/bcrypt';
import { describe, expect, it } from 'vitest';
import {
  checkNewPassword,
  checkPassword,
  hashPassword,
  isOutdated,
  PasswordQueueFull,
  setHashCost,
} from './passwords.ts';

setHashCost();

describe('a new password', () => {
  it('has at least six characters and at most 72 bytes', () => {
    expect(checkNewPassword('')).toBe('missing');
    expect(checkNewPassword('12345')).toBe('short');
    expect(checkNewPassword('123456')).toBeNull();
    expect(checkNewPassword('รหัสผ่าน')).toBeNull();
    expect(checkNewPassword('ก้')).toBe('short');
    expect(checkNewPassword('x'.repeat(72))).toBeNull();
    expect(checkNewPassword('x'.repeat(73))).toBe('long');
    expect(checkNewPassword('ก'.repeat(25))).toBe('long');
  });

  it('is kept as argon2id with a salt of its own', async () => {
    const [first, second] = await Promise.all([hashPassword('secret1'), hashPassword('secret1')]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(second).not.toBe(first);
    expect(isOutdated(first)).toBe(false);
    expect(await checkPassword(first, 'secret1')).toBe(true);
    expect(await checkPassword(first, 'secret2')).toBe(false);
  });
});

describe('an older hash', () => {
  it('by bcrypt is accepted and known to be outdated', async () => {
    const stored = await bcryptHash('secret1', { cost: 4 });
    expect(await checkPassword(stored, 'secret1')).toBe(true);
    expect(await checkPassword(stored, 'secret2')).toBe(false);
    expect(isOutdated(stored)).toBe(true);
  });

  it('never matches what bcrypt would cut off', async () => {
    const stored = await bcryptHash('x'.repeat(72), { cost: 4 });
    expect(await checkPassword(stored, 'x'.repeat(72))).toBe(true);
    expect(await checkPassword(stored, `${'x'.repeat(72)}y`)).toBe(false);
  });

  it('of an unknown format, or none, is a no', async () => {
    expect(await checkPassword('', '')).toBe(false);
    expect(await checkPassword('plain', 'plain')).toBe(false);
    expect(await checkPassword(null, 'secret1')).toBe(false);
  });
});

describe('the queue', () => {
  it('refuses at once what would wait for more than two seconds, and goes on afterwards', async () => {
    const stored = await bcryptHash('secret1', { cost: 4 });
    const results: boolean[] = [];
    const checks = Array.from({ length: 1000 }, () =>
      checkPassword(stored, 'secret1').then(
        (isRight) => results.push(isRight),
        (error: unknown) => {
          expect(error).toBeInstanceOf(PasswordQueueFull);
          results.push(false);
        },
      ),
    );
    await Promise.all(checks);
    const rejected = results.indexOf(true);
    expect(rejected).toBeGreaterThan(0);
    expect(rejected).toBeLessThan(1000);
    expect(results.slice(rejected).every(Boolean)).toBe(true);
    expect(await checkPassword(stored, 'secret1')).toBe(true);
  });
});
