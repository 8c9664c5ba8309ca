import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import type { AuthParts } from './settings.ts';

const settings = { algorithm: 'SHA1', digits: 6, period: 30 };
const secretBytes = 20;
/** How many periods a clock may be off, either way. */
const forgivenPeriods = 1;

/** What somebody puts into their authenticator, by camera or by hand. */
export interface Enrolment {
  /** Base32. */
  readonly secret: string;
  readonly uri: string;
  /** An `<svg>` element without a `#`, which clients put behind `data:image/svg+xml;utf-8,` as it is. */
  readonly qr_code: string;
}

/** A new secret. @param issuer @param account what the authenticator shows */
export function newEnrolment(issuer: string, account: string): Enrolment {
  const secret = new Secret({ size: secretBytes });
  const uri = new TOTP({ ...settings, issuer, label: account, secret }).toString();
  return { secret: secret.base32, uri, qr_code: renderSVG(uri, { ecc: 'M' }) };
}

/**
 * The 30-second period the code belongs to, now or one to either side, or null for a wrong code. The comparison takes
 * the same time however much is right.
 */
export function codePeriod(secret: string, code: string): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const timestamp = Date.now();
  const totp = new TOTP({ ...settings, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp, window: forgivenPeriods });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
const version = 'v1.';

function encryptionKey(auth: AuthParts): Buffer {
  return auth.tokens.fingerprint('totp secrets', '');
}

/** A secret as the database keeps it: unreadable without the server's own secret, and of no use to another factor. */
export function sealSecret(auth: AuthParts, factorId: string, secret: string): string {
  const nonce = randomBytes(nonceBytes);
  const seal = createCipheriv(cipher, encryptionKey(auth), nonce).setAAD(Buffer.from(factorId));
  const sealed = Buffer.concat([nonce, seal.update(secret, 'utf8'), seal.final()]);
  return version + Buffer.concat([sealed, seal.getAuthTag()]).toString('base64url');
}

/** @throws when the server's secret is another than it was, or the row was changed by somebody else */
export function openSecret(auth: AuthParts, factorId: string, kept: string): string {
  const bytes = Buffer.from(kept.slice(version.length), 'base64url');
  const open = createDecipheriv(cipher, encryptionKey(auth), bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
    .setAAD(Buffer.from(factorId))
    .setAuthTag(bytes.subarray(-tagBytes));
  return open.update(bytes.subarray(nonceBytes, -tagBytes)).toString('utf8') + open.final('utf8');
}
