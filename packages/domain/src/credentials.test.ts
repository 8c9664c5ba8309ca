import { describe, expect, it } from 'vitest';
import {
  checkCode,
  checkMail,
  checkPassword,
  checkSignIn,
  checkSignUp,
  normalizeCode,
} from './credentials.ts';

const complete = { fullName: 'Nattaya', email: 'n@mail.example', password: '123456' };

describe('checkSignUp', () => {
  it('accepts six characters of any kind', () => {
    expect(checkSignUp(complete)).toEqual({});
    expect(checkSignUp({ ...complete, password: 'กขคงจฉ' })).toEqual({});
    expect(checkSignUp({ ...complete, password: '      ' })).toEqual({});
  });

  it('names every empty field at once', () => {
    expect(checkSignUp({ fullName: ' ', email: '\t', password: '' })).toEqual({
      fullName: { code: 'auth.missing_name' },
      email: { code: 'auth.missing_email' },
      password: { code: 'auth.missing_password' },
    });
  });

  it('reports the minimum length of a short password', () => {
    expect(checkSignUp({ ...complete, password: '12345' })).toEqual({
      password: { code: 'auth.short_password', values: { min: 6 } },
    });
  });
});

describe('checkSignIn', () => {
  it('leaves the length of a password to the server', () => {
    expect(checkSignIn({ email: 'n@mail.example', password: '1' })).toEqual({});
  });

  it('names what is missing', () => {
    expect(checkSignIn({ email: '', password: '' })).toEqual({
      email: { code: 'auth.missing_email' },
      password: { code: 'auth.missing_password' },
    });
  });
});

describe('checkMail', () => {
  it('needs an address, whatever it looks like', () => {
    expect(checkMail({ email: 'no address' })).toEqual({});
    expect(checkMail({ email: ' ' })).toEqual({ email: { code: 'auth.missing_email' } });
  });
});

describe('checkPassword', () => {
  it('needs six characters', () => {
    expect(checkPassword({ password: '123456' })).toEqual({});
    expect(checkPassword({ password: '' })).toEqual({
      password: { code: 'auth.missing_password' },
    });
    expect(checkPassword({ password: '12345' })).toEqual({
      password: { code: 'auth.short_password', values: { min: 6 } },
    });
  });
});

describe('a code of an authenticator', () => {
  it.each([
    ['123456', '123456'],
    [' 123 456 ', '123456'],
    ['๑๒๓ ๔๕๖', '123456'],
    ['12-34', '1234'],
    ['1234567', '123456'],
    ['code', ''],
  ])('%j is read as %j', (typed, code) => {
    expect(normalizeCode(typed)).toBe(code);
  });

  it('is sent with all its digits only', () => {
    expect(checkCode({ code: '123456' })).toEqual({});
    for (const code of ['', '12345'])
      expect(checkCode({ code })).toEqual({
        code: { code: 'auth.missing_code', values: { digits: 6 } },
      });
  });
});
