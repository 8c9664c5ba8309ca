import { describe, expect, it } from 'vitest';
import { variables } from './config.ts';
import { misspeltSettings } from './misspelt-settings.ts';

const meantBy = (name: string) => misspeltSettings({ [name]: 'value' }, variables)[0]?.meant;

describe('a variable of the environment', () => {
  it.each([
    ['PROT', 'PORT'],
    ['SEDE', 'SEED'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATABASE_READ_URL', 'DATABASE_READ_URLS'],
    ['JWT_KEY', 'JWT_KEYS'],
    ['ADMIN_MAIL', 'ADMIN_EMAIL'],
    ['RATELIMIT', 'RATE_LIMIT'],
  ])('%s is %s misspelt', (given, meant) => {
    expect(meantBy(given)).toBe(meant);
  });

  it.each([
    ...variables,
    ...['HOME', 'HOSTNAME', 'HOSTTYPE', 'USER', 'SHELL', 'TERM', 'PATH', 'PWD', 'LANG', 'NODE_ENV'],
    ...['SITE_ID', 'SMTP_HOST', 'STORE_PORT', 'HTTP_PORT', 'TEST', 'POSTGRES_USER', 'LOG_LEVEL'],
  ])('%s is not', (name) => {
    expect(meantBy(name)).toBeUndefined();
  });
});
