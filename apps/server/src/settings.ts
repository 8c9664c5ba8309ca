import { z } from 'zod';
import { oneNameStyles } from '@bkksiam/domain/passenger-name';
import {
  allowTx,
  bearerToken,
  byteSize,
  email,
  featureNames,
  httpUrl,
  imageHosts,
  oneOf,
  onOff,
  password,
  path,
  poolSize,
  poolWait,
  port,
  postgresUrl,
  postgresUrls,
  proxies,
  pushServices,
  redirects,
  approvalLimit,
  reviewHours,
  rowLimit,
  schemas,
  secret,
  signingKeys,
  smtpUrl,
} from './config-values.ts';

/** A variable of the environment. */
export interface Setting<Value = unknown> {
  readonly name: string;
  readonly type: z.ZodType<Value>;
  /** What it does, in one line of `--help`. */
  readonly text: string;
  /** Its default in `--help`: what the type takes for a missing value, or a few words. */
  readonly fallback: string;
  /** Another variable, without which this one has no meaning. */
  readonly needs?: string;
}

function setting<Value>(
  name: string,
  type: z.ZodType<Value>,
  help: Pick<Setting, 'text' | 'needs'> & { readonly fallback?: string },
): Setting<Value> {
  const fallback = type instanceof z.ZodPrefault ? String(type.def.defaultValue) : '';
  return { name, type, fallback, ...help };
}

/** The one list of settings, in the groups and the order of `--help`, by their keys in the configuration. */
export const settings = {
  server: {
    port: setting('PORT', port.prefault('3000'), { text: 'port it listens on' }),
    host: setting('HOST', z.string().prefault('127.0.0.1'), { text: 'address it listens on' }),
    /** Without a trailing slash. */
    siteUrl: setting('SITE_URL', httpUrl.optional(), {
      text: 'public address, in mails, site map and shared links',
      fallback: 'http://localhost:$PORT',
    }),
    /** In the form of Fastify's `trustProxy`; none when empty. */
    trustProxy: setting('TRUST_PROXY', proxies, {
      text: 'proxies whose X-Forwarded-For is trusted: loopback, 10.0.0.0/8',
    }),
    dataDir: setting('DATA_DIR', path.prefault('./data'), {
      text: 'the PostgreSQL cluster, generated secrets, the mail outbox',
    }),
    features: setting('FEATURES', featureNames, {
      text: '"all" or names of features beyond the specification',
      fallback: 'none',
    }),
    reviewHours: setting('BOOKING_REVIEW_HOURS', reviewHours.prefault('24'), {
      text: 'hours after which the review of a payment slip ends (bookings)',
    }),
    oneNameStyle: setting('BOOKING_ONE_NAME', oneOf(...oneNameStyles).prefault('fnu'), {
      text: 'a single name on tickets: with FNU, or twice (bookings)',
    }),
    /** Undefined: nothing waits for a second admin. */
    approvalLimit: setting('APPROVAL_LIMIT_THB', approvalLimit.prefault('20000'), {
      text: 'baht above which a second admin approves, or "off" (payments)',
    }),
    apiDocs: setting('API_DOCS', onOff.prefault('off'), {
      text: 'on: describes the API at /docs, for developers',
    }),
    imageHosts: setting('IMAGE_HOSTS', imageHosts, { text: 'further hosts pictures come from' }),
  },
  database: {
    databaseUrl: setting('DATABASE_URL', postgresUrl.optional(), {
      text: 'a PostgreSQL 15 or newer instead of the one in DATA_DIR',
    }),
    /** For locks, migrations and LISTEN, which need a session. */
    directUrl: setting('DATABASE_DIRECT_URL', postgresUrl.optional(), {
      text: 'the same database past a connection pooler',
      fallback: 'DATABASE_URL',
      needs: 'DATABASE_URL',
    }),
    readUrls: setting('DATABASE_READ_URLS', postgresUrls, {
      text: 'replicas for the store, visitors’ reads and those that ask',
      needs: 'DATABASE_URL',
    }),
    pooler: setting('DATABASE_POOLER', oneOf('transaction', 'none').optional(), {
      text: 'transaction: a pooler in that mode is in front; none: no pooler',
      fallback: 'detected',
      needs: 'DATABASE_URL',
    }),
    migrates: setting('DATABASE_MIGRATE', onOff.prefault('on'), {
      text: 'off: npm run migrate prepares it, with the owner’s login',
      needs: 'DATABASE_URL',
    }),
    seed: setting('SEED', oneOf('demo', 'none').optional(), {
      text: 'demo data, only into an empty database; with DATABASE_URL none',
      fallback: 'demo',
    }),
  },
  pools: {
    callers: setting('DATABASE_POOL_CALLERS', poolSize(4), {
      text: 'connections for requests of the data service',
      fallback: '4 a core',
    }),
    auth: setting('DATABASE_POOL_AUTH', poolSize(2), {
      text: 'connections for the auth service, mails and jobs',
      fallback: '2 a core',
    }),
    store: setting('DATABASE_POOL_STORE', poolSize(1), {
      text: 'connections for the store',
      fallback: '1 a core',
    }),
    waitMs: setting('DATABASE_POOL_WAIT_MS', poolWait.prefault('2000'), {
      text: 'how long a request waits for a connection before a 503',
    }),
  },
  mail: {
    smtpUrl: setting('SMTP_URL', smtpUrl.optional(), {
      text: 'mail server; without one mails are files in $DATA_DIR/outbox',
    }),
    mailFrom: setting('MAIL_FROM', z.string().prefault('BKK Siam <no-reply@bkksiam.example>'), {
      text: 'sender of the mails',
      fallback: 'BKK Siam <no-reply@…>',
    }),
  },
  secrets: {
    jwtSecret: setting('JWT_SECRET', secret.optional(), {
      text: 'signs the access tokens, 32 characters or more',
      fallback: 'generated once',
    }),
    jwtSecretAccepted: setting('JWT_SECRET_ACCEPTED', secret.optional(), {
      text: 'its tokens are accepted too, while it is replaced',
      needs: 'JWT_SECRET',
    }),
    /** All keys verify access tokens; without keys the secret signs and verifies them. */
    jwtKeys: setting('JWT_KEYS', signingKeys.default([]), {
      text: 'a JWK set of private keys; the first signs instead',
    }),
    sealingKey: setting('SEALING_KEY', secret.optional(), {
      text: 'seals second factors, mailed links and passport numbers',
      fallback: 'JWT_SECRET',
    }),
    sealingKeyAccepted: setting('SEALING_KEY_ACCEPTED', secret.optional(), {
      text: 'opens what it has sealed, while it is replaced',
      needs: 'SEALING_KEY',
    }),
  },
  accounts: {
    adminEmail: setting('ADMIN_EMAIL', email.optional(), {
      text: 'makes or names an admin, once for an address',
      needs: 'ADMIN_PASSWORD',
    }),
    adminPassword: setting('ADMIN_PASSWORD', password.optional(), {
      text: 'the password of that admin',
      needs: 'ADMIN_EMAIL',
    }),
    redirectUrls: setting('REDIRECT_URLS', redirects, {
      text: 'further addresses a mailed link may lead to, with * and **',
    }),
    rateLimit: setting('RATE_LIMIT', onOff.prefault('on'), {
      text: 'off lifts every limit but that of guesses at a code',
    }),
    autoconfirm: setting('AUTH_AUTOCONFIRM', onOff.prefault('off'), {
      text: 'on: a sign-up needs no mailed link',
    }),
    requireReauthentication: setting('AUTH_REAUTHENTICATION', onOff.prefault('off'), {
      text: 'on: after a day a session needs a mailed code for a new password',
    }),
    anonymous: setting('AUTH_ANONYMOUS', onOff.prefault('off'), {
      text: 'on: visitors may open accounts without an address',
    }),
    captchaProvider: setting('CAPTCHA_PROVIDER', oneOf('turnstile', 'hcaptcha').optional(), {
      text: 'turnstile or hcaptcha vouches for sign-ups, sign-ins and mails',
      needs: 'CAPTCHA_SECRET',
    }),
    captchaSecret: setting('CAPTCHA_SECRET', z.string().optional(), {
      text: 'the secret at that provider',
      needs: 'CAPTCHA_PROVIDER',
    }),
  },
  rest: {
    schemas: setting('REST_SCHEMAS', schemas.prefault('public'), {
      text: 'schemas the data service exposes, the default first',
    }),
    /** Also of each embedded list. */
    maxRows: setting('REST_MAX_ROWS', rowLimit.prefault('1000'), {
      text: 'rows of a read, a call or an embedded list at most',
    }),
    aggregates: setting('REST_AGGREGATES', onOff.prefault('off'), {
      text: 'on: a select list may use count(), sum(), avg(), min() and max()',
    }),
    explain: setting('REST_EXPLAIN', onOff.prefault('off'), { text: 'on: shows execution plans' }),
    /** Whether a caller may have a transaction rolled back (`Prefer: tx=rollback`). */
    allowTx: setting('REST_TX', allowTx.prefault('commit'), {
      text: 'rollback-allowed: requests may be tried without keeping them',
    }),
  },
  storage: {
    maxObjectBytes: setting('STORAGE_MAX_BYTES', byteSize.prefault('50MB'), {
      text: 'the largest object that may be uploaded',
    }),
    s3Endpoint: setting('STORAGE_S3_ENDPOINT', httpUrl.optional(), {
      text: 'a service with the protocol of S3 that keeps the files',
      fallback: 'AWS',
      needs: 'STORAGE_S3_BUCKET',
    }),
    s3Region: setting('STORAGE_S3_REGION', z.string().prefault('us-east-1'), {
      text: 'region of its bucket',
      needs: 'STORAGE_S3_BUCKET',
    }),
    s3Bucket: setting('STORAGE_S3_BUCKET', z.string().optional(), {
      text: 'keeps the files in this bucket instead of $DATA_DIR/storage',
      needs: 'STORAGE_S3_ACCESS_KEY',
    }),
    s3AccessKey: setting('STORAGE_S3_ACCESS_KEY', z.string().optional(), {
      text: 'the access key to it',
      needs: 'STORAGE_S3_SECRET_KEY',
    }),
    s3SecretKey: setting('STORAGE_S3_SECRET_KEY', z.string().optional(), {
      text: 'its secret key',
      needs: 'STORAGE_S3_BUCKET',
    }),
  },
  flights: {
    duffelToken: setting('DUFFEL_ACCESS_TOKEN', bearerToken.optional(), {
      text: 'finds airlines’ offers through Duffel (flights)',
    }),
    duffelUrl: setting('DUFFEL_API_URL', httpUrl.prefault('https://api.duffel.com'), {
      text: 'address of its API',
      needs: 'DUFFEL_ACCESS_TOKEN',
    }),
    duffelWebhookSecret: setting('DUFFEL_WEBHOOK_SECRET', z.string().optional(), {
      text: 'the secret of its webhook, as shown when it was made',
      needs: 'DUFFEL_ACCESS_TOKEN',
    }),
  },
  notifications: {
    lineToken: setting('LINE_CHANNEL_TOKEN', bearerToken.optional(), {
      text: 'the token of a LINE channel (notifications)',
      needs: 'LINE_CHANNEL_SECRET',
    }),
    lineSecret: setting('LINE_CHANNEL_SECRET', z.string().optional(), {
      text: 'the secret of that channel, which signs what LINE sends',
      needs: 'LINE_CHANNEL_TOKEN',
    }),
    lineUrl: setting('LINE_API_URL', httpUrl.prefault('https://api.line.me'), {
      text: 'address of its API',
      needs: 'LINE_CHANNEL_TOKEN',
    }),
    /** Origins. */
    pushServices: setting('PUSH_SERVICES', pushServices, {
      text: 'origins of push services beside those of the browsers',
    }),
  },
  payments: {
    slipCheckUrl: setting('SLIP_CHECK_URL', httpUrl.optional(), {
      text: 'a service that looks up the transfers of slips (payments)',
    }),
  },
  store: {
    storeUrl: setting('STORE_URL', httpUrl.optional(), {
      text: 'another store service with the same protocol',
      fallback: 'own',
    }),
    storeId: setting('STORE_ID', z.string().prefault('bkksiam'), {
      text: 'id of the store in its addresses',
    }),
  },
  hosted: {
    hostedUrl: setting('SUPABASE_URL', httpUrl.optional(), {
      text: 'a hosted Supabase project in place of own accounts and data',
      needs: 'SUPABASE_ANON_KEY',
    }),
    hostedAnonKey: setting('SUPABASE_ANON_KEY', z.string().optional(), {
      text: 'the public key of that project',
      needs: 'SUPABASE_URL',
    }),
  },
  observability: {
    metricsToken: setting('METRICS_TOKEN', bearerToken.optional(), {
      text: 'bearer token of /metrics; without it there are no metrics',
    }),
    /** The packages of OpenTelemetry read the address and their other variables themselves. */
    tracing: setting(
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      httpUrl.optional().transform((url) => url !== undefined),
      { text: 'sends traces to this OpenTelemetry collector' },
    ),
    logFormat: setting('LOG_FORMAT', oneOf('json', 'text').optional(), {
      text: 'text: readable lines; json: one object a line',
      fallback: 'by terminal',
    }),
  },
};

export const allSettings: readonly Setting[] = Object.values(settings).flatMap((group) =>
  Object.values<Setting>(group),
);
