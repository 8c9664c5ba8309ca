import { z } from 'zod';
import type { Row } from '../db/database.ts';

type Metadata = Readonly<Record<string, unknown>>;

/** The user as the protocol shows it; keys without a value are absent. Times are RFC 3339 in UTC. */
export interface User {
  readonly id: string;
  readonly aud: string;
  readonly role: string;
  readonly email: string;
  readonly phone: string;
  readonly app_metadata: Metadata;
  readonly user_metadata: Metadata;
  readonly identities: readonly Metadata[];
  readonly created_at: string;
  readonly updated_at: string;
  readonly is_anonymous: boolean;
  readonly [optional: string]: unknown;
}

/** A user with what the protocol never shows. */
export interface Account {
  readonly user: User;
  readonly passwordHash: string | null;
  readonly confirmed: boolean;
  readonly banned: boolean;
}

/** SQL for a time as the protocol writes it. */
export function utc(expression: string): string {
  return `to_char((${expression}) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

const optionalTimes = [
  'email_confirmed_at',
  'invited_at',
  'phone_confirmed_at',
  'confirmation_sent_at',
  'confirmed_at',
  'recovery_sent_at',
  'email_change_sent_at',
  'phone_change_sent_at',
  'reauthentication_sent_at',
  'last_sign_in_at',
  'banned_until',
  'deleted_at',
];

const identities = `coalesce((
  select json_agg(json_build_object(
    'identity_id', i.id, 'id', i.provider_id, 'user_id', i.user_id, 'identity_data', i.identity_data,
    'provider', i.provider, 'last_sign_in_at', ${utc('i.last_sign_in_at')},
    'created_at', ${utc('i.created_at')}, 'updated_at', ${utc('i.updated_at')}, 'email', i.email
  ) order by i.created_at, i.id)
  from auth.identities i where i.user_id = u.id), '[]')::text`;

const factors = `coalesce((
  select json_agg(json_build_object(
    'id', f.id, 'created_at', ${utc('f.created_at')}, 'updated_at', ${utc('f.updated_at')},
    'status', f.status, 'friendly_name', nullif(f.friendly_name, ''), 'factor_type', f.factor_type,
    'phone', f.phone, 'last_challenged_at', ${utc('f.last_challenged_at')}
  ) order by f.created_at, f.id)
  from auth.mfa_factors f where f.user_id = u.id), '[]')::text`;

/** The columns {@link toAccount} reads, from `auth.users u`. JSON comes as text, so no driver reshapes it. */
export const accountColumns = `
  u.id, u.aud, u.role, coalesce(u.email, '') as email, coalesce(u.phone, '') as phone,
  ${optionalTimes.map((column) => `${utc(`u.${column}`)} as ${column}`).join(', ')},
  ${utc('u.created_at')} as created_at, ${utc('u.updated_at')} as updated_at,
  nullif(u.email_change, '') as new_email, nullif(u.phone_change, '') as new_phone,
  coalesce(u.raw_app_meta_data, '{}')::text as app_metadata,
  coalesce(u.raw_user_meta_data, '{}')::text as user_metadata,
  ${identities} as identities, ${factors} as factors, u.is_anonymous,
  nullif(u.encrypted_password, '') as password_hash,
  coalesce(u.banned_until > now(), false) as banned`;

const metadata = z.record(z.string(), z.unknown());
const parsed = z.string().transform((text): unknown => JSON.parse(text));

const accountRow = z.object({
  id: z.string(),
  aud: z.string(),
  role: z.string(),
  email: z.string(),
  phone: z.string(),
  ...Object.fromEntries(optionalTimes.map((column) => [column, z.string().nullable()])),
  created_at: z.string(),
  updated_at: z.string(),
  new_email: z.string().nullable(),
  new_phone: z.string().nullable(),
  app_metadata: parsed.pipe(metadata),
  user_metadata: parsed.pipe(metadata),
  identities: parsed.pipe(z.array(metadata)),
  factors: parsed.pipe(z.array(metadata)),
  is_anonymous: z.boolean(),
  password_hash: z.string().nullable(),
  banned: z.boolean(),
});

function withoutNulls(fields: Metadata): Metadata {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

/** Reads a row selected by {@link accountColumns}. */
export function toAccount(row: Row): Account {
  const found = accountRow.parse(row);
  const { password_hash, banned, factors: enrolled, ...shown } = found;
  return {
    passwordHash: password_hash,
    banned,
    confirmed: row.email_confirmed_at !== null || row.phone_confirmed_at !== null,
    user: {
      ...withoutNulls(shown),
      id: found.id,
      aud: found.aud,
      role: found.role,
      email: found.email,
      phone: found.phone,
      app_metadata: found.app_metadata,
      user_metadata: found.user_metadata,
      ...(enrolled.length > 0 && { factors: enrolled.map(withoutNulls) }),
      identities: found.identities.map(withoutNulls),
      created_at: found.created_at,
      updated_at: found.updated_at,
      is_anonymous: found.is_anonymous,
    },
  };
}

export const emailProvider = { provider: 'email', providers: ['email'] } as const;

/** Metadata keys that the service sets. */
export const ownMetadataKeys: ReadonlySet<string> = new Set([
  'sub',
  'email',
  'email_verified',
  'phone_verified',
]);

/** The metadata of an account and of its e-mail identity at sign-up: our own keys win over what was sent. */
export function signUpMetadata(id: string, email: string, data: Metadata, verified: boolean) {
  return { ...data, sub: id, email, email_verified: verified, phone_verified: false };
}

/**
 * The response to a sign-up that needs its link, built from the request alone: it does not reveal whether the address has
 * an account.
 */
export function unconfirmedUser(values: {
  readonly id: string;
  readonly identityId: string;
  readonly email: string;
  readonly data: Metadata;
  readonly now: string;
}): User {
  const { id, email, now } = values;
  const details = signUpMetadata(id, email, values.data, false);
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: emailProvider,
    user_metadata: details,
    identities: [
      {
        identity_id: values.identityId,
        id,
        user_id: id,
        identity_data: details,
        provider: 'email',
        last_sign_in_at: now,
        created_at: now,
        updated_at: now,
        email,
      },
    ],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}
