// The kinds of values that variables of the environment have, as zod schemas.
import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';
import { checkFeatures, features, type Feature } from '@bkksiam/domain/features';
import { readByteSize } from './http/byte-size.ts';
import { readSigningKeys, type SigningKey } from './http/signing-keys.ts';

export const oneOf = <const A extends string, const B extends string>(first: A, second: B) =>
  z.enum([first, second], { error: `must be "${first}" or "${second}"` });

export const onOff = oneOf('on', 'off').transform((value) => value === 'on');

/** A secret that keys are derived from. */
export const secret = z.string().min(32, { error: 'must have at least 32 characters' });

export const password = z
  .string()
  .min(6, { error: 'must have at least 6 characters' })
  .max(72, { error: 'must have at most 72 characters' });

/** The characters of a bearer token (RFC 6750, section 2.1). */
export const bearerToken = z.string().regex(/^[\w.~+/-]{16,}=*$/, {
  error: 'must be at least 16 characters: letters, digits and -._~+/',
});

export const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
  .transform((value) => value.replace(/\/+$/, ''));

export const signingKeys = z.string().transform((value, context): readonly SigningKey[] => {
  const read = readSigningKeys(value);
  if ('keys' in read) return read.keys;
  context.addIssue({ code: 'custom', message: read.problem });
  return z.NEVER;
});

const list = z
  .string()
  .default('')
  .transform((value): readonly string[] =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  );

export const postgresUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error:
    'must look like postgresql://user:password@host:5432/database, with special characters percent-encoded',
});

export const postgresUrls = list.pipe(z.array(postgresUrl).readonly());

export const path = z.string().transform((value) => resolve(value));

export const allowTx = oneOf('commit', 'rollback-allowed').transform(
  (value) => value === 'rollback-allowed',
);

/** @param error says which numbers it may be */
const wholeNumber = (error: string, min: number, max = Number.MAX_SAFE_INTEGER) =>
  z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error });

export const port = wholeNumber('must be a port number from 0 to 65535', 0, 65535);
export const poolWait = wholeNumber('must be milliseconds from 100 to 8000', 100, 8000);
/** A review ends within the 48 hours of its hold. */
export const reviewHours = wholeNumber('must be a number of hours from 1 to 48', 1, 48);
/** Baht, or `off`, which is undefined. */
export const approvalLimit = z
  .string()
  .regex(/^(off|\d{1,9}(\.\d{1,2})?)$/, {
    error: 'must be an amount in baht, such as 20000, or off',
  })
  .transform((text) => (text === 'off' ? undefined : Number(text)));
export const rowLimit = wholeNumber('must be a whole number from 1', 1);

/** Origins such as `https://push.example`. */
export const pushServices = list.pipe(
  z
    .array(httpUrl.refine((url) => new URL(url).origin === url, { error: 'must be origins' }))
    .readonly(),
);

/** A size such as `50MB`, in bytes. */
export const byteSize = z.string().transform((value, context): number => {
  const bytes = readByteSize(value);
  if (bytes !== undefined && bytes > 0) return bytes;
  context.addIssue({ code: 'custom', message: 'must be a size such as 50MB' });
  return z.NEVER;
});

/** A number of connections, which by default grows with the cores, from what serves two. */
export const poolSize = (perCore: number) =>
  wholeNumber('must be a number of connections from 1 to 200', 1, 200).default(
    () => perCore * Math.min(8, Math.max(2, availableParallelism())),
  );

/** `all`, or the names of features; none by default. */
export const featureNames = list.transform((names, context): readonly Feature[] => {
  const checked = checkFeatures(names.includes('all') ? features : names);
  if (!('code' in checked)) return checked;
  const message =
    checked.code === 'features.unknown'
      ? `must be "all" or names of features: ${features.join(', ')}`
      : `must name ${checked.missing} too: ${checked.feature} builds on it`;
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

const namedRanges = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** A named range, an address or a network in CIDR notation. */
function isProxy(value: string): boolean {
  if (namedRanges.has(value)) return true;
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(value) ?? [];
  const version = isIP(address);
  return version !== 0 && Number(bits ?? 0) <= (version === 4 ? 32 : 128);
}

export const proxies = z
  .string()
  .optional()
  .transform((value): readonly string[] => value?.split(',').map((part) => part.trim()) ?? [])
  .refine((values) => values.every(isProxy), {
    error:
      'must list proxies: loopback, linklocal, uniquelocal, addresses or ranges such as 10.0.0.0/8',
  });

/** A host source of a content security policy without a path; the pattern keeps directives out. */
const imageHost = /^(https?:\/\/)?(\*\.)?([a-z0-9-]+\.)*[a-z0-9-]+(:\d{1,5})?$/i;
export const imageHosts = list.refine((hosts) => hosts.every((host) => imageHost.test(host)), {
  error: 'must be hosts such as cdn.example.com, https://cdn.example.com or *.example.com',
});

/** Names that need no quotes in SQL; letters of both cases and no schemas of PostgreSQL's own. */
const schemaName = /^(?!pg_|information_schema$)[a-z_][a-z0-9_$]{0,62}$/i;
export const schemas = z
  .string()
  .transform((value): readonly string[] => value.split(',').map((part) => part.trim()))
  .refine((names) => names.every((name) => schemaName.test(name)), {
    error: 'must list schemas by name, such as public,api',
  })
  .refine((names) => new Set(names).size === names.length, {
    error: 'must list each schema once',
  });

export const email = z
  .email({ error: 'must be an e-mail address' })
  .transform((value) => value.toLowerCase());

export const smtpUrl = z.url({
  protocol: /^smtps?$/,
  hostname: /./,
  error: 'must look like smtp://user:password@host:587',
});

/** Addresses a mailed link may lead to, with `*` and `**`. */
export const redirects = list.refine((globs) => globs.every((glob) => /^[^/:]+:/.test(glob)), {
  error: 'must list addresses with their scheme, such as https://app.example.com/**',
});
