import { describe, expect, test } from 'vitest';
import { features } from '@bkksiam/domain/features';
import { ConfigError, misspeltSettings, readConfig } from './config.ts';
import { allSettings } from './settings.ts';

describe('readConfig', () => {
  test('without any variable: port 3000 on the loopback, demo data, links by mail', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      siteUrl: 'http://localhost:3000',
      seed: 'demo',
      autoconfirm: false,
      rateLimit: true,
      rest: {
        schemas: ['public'],
        maxRows: 1000,
        aggregates: false,
        explain: false,
        allowTx: false,
      },
      hosted: undefined,
      admin: undefined,
    });
    expect(Object.isFrozen(config)).toBe(true);
  });

  test('the site address follows the port and loses a trailing slash', () => {
    expect(readConfig({ PORT: '8080' }).siteUrl).toBe('http://localhost:8080');
    expect(readConfig({ SITE_URL: 'https://www.example.com/' }).siteUrl).toBe(
      'https://www.example.com',
    );
  });

  test('another database gets demo data only on request', () => {
    const DATABASE_URL = 'postgresql://owner:secret@127.0.0.1:5432/site';
    expect(readConfig({ DATABASE_URL }).seed).toBe('none');
    expect(readConfig({ DATABASE_URL, SEED: 'demo' }).seed).toBe('demo');
  });

  test('features are off unless they are named, or all are', () => {
    expect(readConfig({}).features).toEqual([]);
    expect(readConfig({ FEATURES: 'requests, bookings' }).features).toEqual([
      'requests',
      'bookings',
    ]);
    expect(readConfig({ FEATURES: 'all' }).features).toEqual(features);
  });

  test('pools follow from the cores, from what serves two, unless they are set', () => {
    const { callers, auth, store, waitMs } = readConfig({}).pools;
    expect({ callers, auth, waitMs }).toEqual({
      callers: 4 * store,
      auth: 2 * store,
      waitMs: 2000,
    });
    expect(store).toBeGreaterThanOrEqual(2);
    const given = { DATABASE_POOL_CALLERS: '30', DATABASE_POOL_AUTH: '5' };
    expect(readConfig(given).pools).toEqual({ callers: 30, auth: 5, store, waitMs });
  });

  test('hosts of pictures are named with or without a scheme, a port and all subdomains', () => {
    expect(readConfig({}).imageHosts).toEqual([]);
    const IMAGE_HOSTS =
      'https://cdn.example.com, img.example.com:8443,*.pictures.example,localhost:9000';
    expect(readConfig({ IMAGE_HOSTS }).imageHosts).toEqual([
      'https://cdn.example.com',
      'img.example.com:8443',
      '*.pictures.example',
      'localhost:9000',
    ]);
  });

  test('exposed schemas are listed by name, the default first', () => {
    expect(readConfig({ REST_SCHEMAS: 'api, public,Old_2' }).rest.schemas).toEqual([
      'api',
      'public',
      'Old_2',
    ]);
  });

  test.each([
    ['DATABASE_DIRECT_URL', 'postgresql://a:b@primary/site', 'DATABASE_URL'],
    ['DATABASE_READ_URLS', 'postgresql://a:b@replica/site', 'DATABASE_URL'],
    ['DATABASE_POOLER', 'transaction', 'DATABASE_URL'],
    ['DATABASE_MIGRATE', 'off', 'DATABASE_URL'],
    ['JWT_SECRET_ACCEPTED', 'x'.repeat(32), 'JWT_SECRET'],
    ['SEALING_KEY_ACCEPTED', 'x'.repeat(32), 'SEALING_KEY'],
    ['ADMIN_EMAIL', 'admin@example.com', 'ADMIN_PASSWORD'],
    ['ADMIN_PASSWORD', 'a password', 'ADMIN_EMAIL'],
    ['CAPTCHA_PROVIDER', 'turnstile', 'CAPTCHA_SECRET'],
    ['CAPTCHA_SECRET', 'a secret', 'CAPTCHA_PROVIDER'],
    ['SUPABASE_URL', 'https://project.example.com', 'SUPABASE_ANON_KEY'],
    ['SUPABASE_ANON_KEY', 'a key', 'SUPABASE_URL'],
  ])('%s=%s needs %s', (name, value, needed) => {
    expect(() => readConfig({ [name]: value })).toThrow(
      new ConfigError(`${needed} is missing: ${name} needs it`),
    );
  });

  test('an admin, a captcha and a hosted project consist of two settings each', () => {
    const config = readConfig({
      ADMIN_EMAIL: 'Admin@Example.com',
      ADMIN_PASSWORD: 'a password',
      CAPTCHA_PROVIDER: 'hcaptcha',
      CAPTCHA_SECRET: 'a secret',
      SUPABASE_URL: 'https://project.example.com/',
      SUPABASE_ANON_KEY: 'a key',
    });
    expect(config).toMatchObject({
      admin: { email: 'admin@example.com', password: 'a password' },
      captcha: { provider: 'hcaptcha', secret: 'a secret' },
      hosted: { url: 'https://project.example.com', anonKey: 'a key' },
    });
  });

  test('an empty variable counts as absent', () => {
    expect(readConfig({ PORT: '', SMTP_URL: '' }).port).toBe(3000);
  });

  test.each([
    ['PORT', 'abc'],
    ['METRICS_TOKEN', 'too-short'],
    ['LOG_FORMAT', 'pretty'],
    ['METRICS_TOKEN', 'a token with spaces in it'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['DATABASE_URL', 'mysql://127.0.0.1/site'],
    ['DATABASE_URL', 'nonsense'],
    ['DATABASE_DIRECT_URL', 'nonsense'],
    ['DATABASE_READ_URLS', 'postgresql://a:b@replica/site,replica'],
    ['DATABASE_POOLER', 'session'],
    ['REST_SCHEMAS', ','],
    ['REST_SCHEMAS', 'public,'],
    ['REST_SCHEMAS', 'public api'],
    ['REST_SCHEMAS', 'public,api"'],
    ['REST_SCHEMAS', 'public,public'],
    ['REST_SCHEMAS', 'public,pg_catalog'],
    ['REST_SCHEMAS', 'information_schema'],
    ['SMTP_URL', 'http://127.0.0.1'],
    ['SMTP_URL', 'smtp://'],
    ['SITE_URL', 'ftp://example.com'],
    ['SEED', 'all'],
    ['RATE_LIMIT', 'yes'],
    ['ADMIN_EMAIL', 'admin'],
    ['JWT_SECRET', 'short'],
    ['AUTH_ANONYMOUS', 'yes'],
    ['CAPTCHA_PROVIDER', 'recaptcha'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', 'proxy.internal'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/'],
    ['TRUST_PROXY', 'fe80::/129'],
    ['TRUST_PROXY', ','],
    ['REDIRECT_URLS', '**'],
    ['REDIRECT_URLS', 'https://app.example/**,app.example'],
    ['IMAGE_HOSTS', 'https://cdn.example.com/pictures'],
    ['IMAGE_HOSTS', "cdn.example.com; script-src 'unsafe-inline'"],
    ['IMAGE_HOSTS', 'cdn.example.com,data:'],
    ['IMAGE_HOSTS', '*'],
    ['FEATURES', 'bookings,teleport'],
    ['BOOKING_REVIEW_HOURS', '49'],
    ['BOOKING_REVIEW_HOURS', '0.5'],
    ['BOOKING_ONE_NAME', 'LNU'],
    ['APPROVAL_LIMIT_THB', 'none'],
    ['APPROVAL_LIMIT_THB', '-1'],
    ['FEATURES', 'flights,shop'],
    ['DATABASE_POOL_CALLERS', '0'],
    ['DATABASE_POOL_AUTH', '4.5'],
    ['DATABASE_POOL_WAIT_MS', '20'],
    ['DATABASE_MIGRATE', 'no'],
    ['SEALING_KEY', 'short'],
  ])('%s=%s is refused in one line that names it and keeps the value out', (name, value) => {
    const error = (() => {
      try {
        readConfig({ [name]: value });
      } catch (thrown) {
        return thrown;
      }
      return undefined;
    })();
    expect(error).toBeInstanceOf(ConfigError);
    const { message } = error as ConfigError;
    expect(message.startsWith(`${name} `)).toBe(true);
    expect(message).not.toContain('\n');
  });

  test.each([
    'DATABASE_URL',
    'DATABASE_DIRECT_URL',
    'DATABASE_READ_URLS',
    'SMTP_URL',
    'JWT_SECRET',
    'JWT_SECRET_ACCEPTED',
    'JWT_KEYS',
    'SEALING_KEY',
    'METRICS_TOKEN',
    'ADMIN_PASSWORD',
  ])('a secret that cannot be used is not repeated: %s', (name) => {
    expect(() => readConfig({ [name]: 'p4 ss' })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('p4 ss') as unknown }),
    );
  });

  test('proxies are named ranges, addresses and networks', () => {
    const read = (TRUST_PROXY: string) => readConfig({ TRUST_PROXY }).trustProxy;
    expect(read('loopback')).toEqual(['loopback']);
    expect(read('loopback, linklocal,uniquelocal')).toEqual([
      'loopback',
      'linklocal',
      'uniquelocal',
    ]);
    expect(read('10.1.2.3, 192.168.0.0/16, ::1, fd00::/8')).toEqual([
      '10.1.2.3',
      '192.168.0.0/16',
      '::1',
      'fd00::/8',
    ]);
    expect(readConfig({}).trustProxy).toEqual([]);
  });
});

const meantBy = (name: string) => misspeltSettings({ [name]: 'value' })[0]?.meant;

describe('a variable of the environment', () => {
  test.each([
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

  test.each([
    ...allSettings.map(({ name }) => name),
    ...['HOME', 'HOSTNAME', 'HOSTTYPE', 'USER', 'SHELL', 'TERM', 'PATH', 'PWD', 'LANG', 'NODE_ENV'],
    ...['SITE_ID', 'SMTP_HOST', 'STORE_PORT', 'HTTP_PORT', 'TEST', 'POSTGRES_USER', 'LOG_LEVEL'],
  ])('%s is not', (name) => {
    expect(meantBy(name)).toBeUndefined();
  });
});
