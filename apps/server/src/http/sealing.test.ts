import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { seal, unseal } from './sealing.ts';

const key = randomBytes(32);
const positions = ['before ciphertext', 'after ciphertext'] as const;

it.each(positions)('opens what it has sealed, tag %s', (position) => {
  for (const text of ['', 'token', 'ความลับ']) {
    const sealed = seal(key, 'row 1', text, position);
    expect(sealed.includes('token')).toBe(false);
    expect(unseal([key], 'row 1', sealed, position)).toBe(text);
  }
});

it.each(positions)(
  'opens nothing by another key, in another context or changed, tag %s',
  (position) => {
    const sealed = seal(key, 'row 1', 'token', position);
    expect(() => unseal([randomBytes(32)], 'row 1', sealed, position)).toThrow();
    expect(() => unseal([key], 'row 2', sealed, position)).toThrow();
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
      expect(() => unseal([key], 'row 1', changed, position)).toThrow();
    }
  },
);

it.each(positions)('opens what another accepted key has sealed, tag %s', (position) => {
  const sealed = seal(key, 'row 1', 'token', position);
  expect(unseal([randomBytes(32), key], 'row 1', sealed, position)).toBe('token');
  expect(() => unseal([], 'row 1', sealed, position)).toThrow();
});

it.each([
  ['before ciphertext', '000102030405060708090a0b04a8b852005983e183c9a72cc138190e6cee821573'],
  ['after ciphertext', '000102030405060708090a0b6cee82157304a8b852005983e183c9a72cc138190e'],
] as const)('opens values that are already stored, tag %s', (position, stored) => {
  const storedKey = Buffer.alloc(32, 7);
  expect(unseal([storedKey], 'row 1', Buffer.from(stored, 'hex'), position)).toBe('token');
});
