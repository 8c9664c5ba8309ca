import { z } from 'zod';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { Feature } from '@bkksiam/domain/features';
import {
  email,
  featureNames,
  httpUrl,
  imageHosts,
  list,
  onOff,
  poolSize,
  postgresUrl,
  proxies,
  schemas,
  secret,
  signingKeys,
  wholeNumber,
} from './config-values.ts';
import type { SigningKey } from './http/signing-keys.ts';

/** A value of the environment that cannot be used; `message` is one line that names the variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const environment = z.object({
  PORT: wholeNumber('must be a port number from 0 to 65535', 0, 65535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  SITE_URL: httpUrl.optional(),
  TRUST_PROXY: proxies,
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_READ_URLS: list.pipe(z.array(postgresUrl)),
  DATABASE_POOLER: z
    .enum(['transaction', 'none'], { error: 'must be "transaction" or "none"' })
    .optional(),
  DATABASE_MIGRATE: onOff(true),
  DATABASE_POOL_CALLERS: poolSize,
  DATABASE_POOL_AUTH: poolSize,
  DATABASE_POOL_STORE: poolSize,
  DATABASE_POOL_WAIT_MS: wholeNumber('must be milliseconds from 100 to 8000', 100, 8000).default(
    2000,
  ),
  FEATURES: featureNames,
  SEED: z.enum(['demo', 'none'], { error: 'must be "demo" or "none"' }).optional(),
  ADMIN_EMAIL: email.optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(6, { error: 'must have at least 6 characters' })
    .max(72, { error: 'must have at most 72 characters' })
    .optional(),
  SMTP_URL: z
    .url({
      protocol: /^smtps?$/,
      hostname: /./,
      error: 'must look like smtp://user:password@host:587',
    })
    .optional(),
  MAIL_FROM: z.string().default('BKK Siam <no-reply@bkksiam.example>'),
  JWT_SECRET: secret,
  JWT_SECRET_ACCEPTED: secret,
  SEALING_KEY: secret,
  SEALING_KEY_ACCEPTED: secret,
  JWT_KEYS: signingKeys.default([]),
  REDIRECT_URLS: list.refine((globs) => globs.every((glob) => /^[^/:]+:/.test(glob)), {
    error: 'must list addresses with their scheme, such as https://app.example.com/**',
  }),
  RATE_LIMIT: onOff(true),
  AUTH_AUTOCONFIRM: onOff(false),
  AUTH_REAUTHENTICATION: onOff(false),
  AUTH_ANONYMOUS: onOff(false),
  REST_SCHEMAS: schemas,
  REST_MAX_ROWS: wholeNumber('must be a whole number from 1', 1).default(1000),
  REST_AGGREGATES: onOff(false),
  REST_EXPLAIN: onOff(false),
  REST_TX: z
    .enum(['commit', 'rollback-allowed'], { error: 'must be "commit" or "rollback-allowed"' })
    .default('commit'),
  CAPTCHA_PROVIDER: z
    .enum(['turnstile', 'hcaptcha'], { error: 'must be "turnstile" or "hcaptcha"' })
    .optional(),
  CAPTCHA_SECRET: z.string().optional(),
  STORE_URL: httpUrl.optional(),
  STORE_ID: z.string().default('bkksiam'),
  IMAGE_HOSTS: imageHosts,
  SUPABASE_URL: httpUrl.optional(),
  SUPABASE_ANON_KEY: z.string().optional(),
  // The characters of a bearer token (RFC 6750, section 2.1).
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w.~+/-]{16,}=*$/, {
      error: 'must be at least 16 characters: letters, digits and -._~+/',
    })
    .optional(),
  // The packages of OpenTelemetry read it and its other variables themselves.
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  LOG_FORMAT: z.enum(['json', 'text'], { error: 'must be "json" or "text"' }).optional(),
});

/** The name of a variable of the environment. */
export type Variable = keyof typeof environment.shape;

/** The names of all settings. */
export const variables: readonly string[] = Object.keys(environment.shape);

/** Settings of the data service. */
interface RestConfig {
  /** The exposed schemas, the default first. */
  readonly schemas: readonly string[];
  /** Maximum rows of a read or call, and of each embedded list. */
  readonly maxRows: number;
  /** Whether a select list may aggregate. */
  readonly aggregates: boolean;
  /** Whether execution plans are shown, to any caller. */
  readonly explain: boolean;
  /** Whether a caller may have a transaction rolled back (`Prefer: tx=rollback`). */
  readonly allowTx: boolean;
}

/** Connections of one server to its database, by who uses them. */
interface PoolsConfig {
  /** For requests of the data service, shared by callers. */
  readonly callers: number;
  /** For the auth service, mails and jobs. */
  readonly auth: number;
  readonly store: number;
  /** How long a request waits for a connection before it is answered 503. */
  readonly waitMs: number;
}

/** The configuration of the process, parsed once from the environment. Times and sizes are constants elsewhere. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Public address of the site, without a trailing slash. */
  readonly siteUrl: string;
  /** Proxies whose `X-Forwarded-For` is trusted, in the form of Fastify's `trustProxy`; none when empty. */
  readonly trustProxy: readonly string[];
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** The same database without the connection pooler, for locks, migrations and LISTEN, which need a session. */
  readonly directUrl: string | undefined;
  /** Replicas of that database, for reads that may lag. */
  readonly readUrls: readonly string[];
  /** Whether `databaseUrl` leads to a pooler in transaction mode; undefined detects it. */
  readonly pooler: 'transaction' | 'none' | undefined;
  /** Whether a start prepares the database; else `npm run migrate` does, and servers need no owner's login. */
  readonly migrates: boolean;
  readonly pools: PoolsConfig;
  readonly seed: 'demo' | 'none';
  /** What is switched on beyond the specification. */
  readonly features: readonly Feature[];
  readonly admin: { readonly email: string; readonly password: string } | undefined;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  readonly jwtSecret: string | undefined;
  /** Tokens it has signed are accepted too, while one secret replaces the other. */
  readonly jwtSecretAccepted: string | undefined;
  /** Seals what the database keeps; without one the secret of the tokens does. */
  readonly sealingKey: string | undefined;
  /** Also opens what it has sealed. */
  readonly sealingKeyAccepted: string | undefined;
  /** The first key signs access tokens, all verify them; without keys the secret does both. */
  readonly jwtKeys: readonly SigningKey[];
  readonly redirectUrls: readonly string[];
  readonly rateLimit: boolean;
  readonly autoconfirm: boolean;
  /** A session older than a day needs a mailed code to change the password. */
  readonly requireReauthentication: boolean;
  readonly rest: RestConfig;
  /** Allows accounts without address or password. */
  readonly anonymous: boolean;
  /** The captcha provider that is checked before a sign-up, a sign-in or a mail. */
  readonly captcha: {
    readonly provider: 'turnstile' | 'hcaptcha';
    readonly secret: string;
  } | null;
  readonly storeUrl: string | undefined;
  readonly storeId: string;
  /** Further image hosts besides the site and the store, as sources of the content security policy. */
  readonly imageHosts: readonly string[];
  /** Undefined: text at a terminal, else JSON. */
  readonly logFormat: 'json' | 'text' | undefined;
  /** The bearer token of `/metrics`, which is not served without one. */
  readonly metricsToken: string | undefined;
  /** Whether traces are sent to the collector of `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly tracing: boolean;
  /** A hosted Supabase project that replaces this server's own auth, data and functions. */
  readonly hosted: { readonly url: string; readonly anonKey: string } | undefined;
}

function bothOrNone<A, B>(
  names: readonly [string, string],
  first: A | undefined,
  second: B | undefined,
): readonly [A, B] | undefined {
  if (first === undefined && second === undefined) return undefined;
  if (first === undefined) throw new ConfigError(`${names[0]} is missing: ${names[1]} needs it`);
  if (second === undefined) throw new ConfigError(`${names[1]} is missing: ${names[0]} needs it`);
  return [first, second];
}

/** Variables that have no meaning without another. */
const needs: readonly (readonly [needed: string, names: readonly string[]])[] = [
  [
    'DATABASE_URL',
    ['DATABASE_DIRECT_URL', 'DATABASE_READ_URLS', 'DATABASE_POOLER', 'DATABASE_MIGRATE'],
  ],
  ['JWT_SECRET', ['JWT_SECRET_ACCEPTED']],
  ['SEALING_KEY', ['SEALING_KEY_ACCEPTED']],
];

/** @throws {ConfigError} naming a variable that another one needs */
function requireNeeded(given: Readonly<Record<string, unknown>>) {
  for (const [needed, names] of needs) {
    const lone = names.find((name) => given[name] !== undefined);
    if (given[needed] === undefined && lone !== undefined)
      throw new ConfigError(`${needed} is missing: ${lone} needs it`);
  }
}

/** @throws {ConfigError} for the first variable whose value is not valid */
function parseEnvironment(given: Readonly<Record<string, string | undefined>>) {
  const { data, error } = environment.safeParse(given);
  if (data !== undefined) return data;
  const [issue] = error.issues;
  throw new ConfigError(
    `${String(issue?.path[0] ?? 'environment')} ${issue?.message ?? 'is not valid'}`,
  );
}

/** The pools of the settings; by default they grow with the cores, from what serves two. */
function poolsOf(value: ReturnType<typeof parseEnvironment>): PoolsConfig {
  const cores = availableParallelism();
  const byCores = (perCore: number) => perCore * Math.min(8, Math.max(2, cores));
  return {
    callers: value.DATABASE_POOL_CALLERS ?? byCores(4),
    auth: value.DATABASE_POOL_AUTH ?? byCores(2),
    store: value.DATABASE_POOL_STORE ?? byCores(1),
    waitMs: value.DATABASE_POOL_WAIT_MS,
  };
}

/**
 * Parses the environment into the one frozen configuration.
 *
 * @throws {ConfigError} naming the first variable that cannot be used
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const value = parseEnvironment(given);
  requireNeeded(given);
  const admin = bothOrNone(
    ['ADMIN_EMAIL', 'ADMIN_PASSWORD'],
    value.ADMIN_EMAIL,
    value.ADMIN_PASSWORD,
  );
  const captchaNames = ['CAPTCHA_PROVIDER', 'CAPTCHA_SECRET'] as const;
  const captcha = bothOrNone(captchaNames, value.CAPTCHA_PROVIDER, value.CAPTCHA_SECRET);
  const hosted = bothOrNone(
    ['SUPABASE_URL', 'SUPABASE_ANON_KEY'],
    value.SUPABASE_URL,
    value.SUPABASE_ANON_KEY,
  );
  return Object.freeze({
    port: value.PORT,
    host: value.HOST,
    siteUrl: value.SITE_URL ?? `http://localhost:${String(value.PORT)}`,
    trustProxy: value.TRUST_PROXY,
    dataDir: resolve(value.DATA_DIR),
    databaseUrl: value.DATABASE_URL,
    directUrl: value.DATABASE_DIRECT_URL,
    readUrls: value.DATABASE_READ_URLS,
    pooler: value.DATABASE_POOLER,
    migrates: value.DATABASE_MIGRATE,
    pools: poolsOf(value),
    seed: value.SEED ?? (value.DATABASE_URL === undefined ? 'demo' : 'none'),
    features: value.FEATURES,
    admin: admin && { email: admin[0].toLowerCase(), password: admin[1] },
    smtpUrl: value.SMTP_URL,
    mailFrom: value.MAIL_FROM,
    jwtSecret: value.JWT_SECRET,
    jwtSecretAccepted: value.JWT_SECRET_ACCEPTED,
    sealingKey: value.SEALING_KEY,
    sealingKeyAccepted: value.SEALING_KEY_ACCEPTED,
    jwtKeys: value.JWT_KEYS,
    redirectUrls: value.REDIRECT_URLS,
    rateLimit: value.RATE_LIMIT,
    autoconfirm: value.AUTH_AUTOCONFIRM,
    requireReauthentication: value.AUTH_REAUTHENTICATION,
    anonymous: value.AUTH_ANONYMOUS,
    rest: {
      schemas: value.REST_SCHEMAS,
      maxRows: value.REST_MAX_ROWS,
      aggregates: value.REST_AGGREGATES,
      explain: value.REST_EXPLAIN,
      allowTx: value.REST_TX === 'rollback-allowed',
    },
    captcha: captcha === undefined ? null : { provider: captcha[0], secret: captcha[1] },
    storeUrl: value.STORE_URL,
    storeId: value.STORE_ID,
    imageHosts: value.IMAGE_HOSTS,
    metricsToken: value.METRICS_TOKEN,
    tracing: value.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
    logFormat: value.LOG_FORMAT,
    hosted: hosted && { url: hosted[0], anonKey: hosted[1] },
  });
}
