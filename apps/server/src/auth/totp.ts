import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import { seal, unseal } from '../http/sealing.ts';
import type { SealingKeys } from '../http/jwt.ts';

const settings = { algorithm: 'SHA1', digits: 6, period: 30 };
const secretBytes = 20;
/** How many periods a clock may differ, either way. */
const tolerancePeriods = 1;

export interface Enrolment {
  /** Base32. */
  readonly secret: string;
  readonly uri: string;
  /** An `<svg>` element without a `#`: clients append it to `data:image/svg+xml;utf-8,` unescaped. */
  readonly qr_code: string;
}

/** @param issuer shown by the authenticator, as is `account` */
export function newEnrolment(issuer: string, account: string): Enrolment {
  const secret = new Secret({ size: secretBytes });
  const uri = new TOTP({ ...settings, issuer, label: account, secret }).toString();
  return { secret: secret.base32, uri, qr_code: renderSVG(uri, { ecc: 'M' }) };
}

/**
 * The 30-second period of a code, at most one from now, or null for a wrong code. Compares in constant time.
 */
export function codePeriod(secret: string, code: string): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const timestamp = Date.now();
  const totp = new TOTP({ ...settings, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp, window: tolerancePeriods });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

const version = 'v1.';

const purpose = 'totp secrets';

/** A secret as the database stores it: sealed by a key that follows from the sealing key, for this factor alone. */
export function sealSecret(tokens: SealingKeys, factorId: string, secret: string): string {
  const sealed = seal(tokens.fingerprint(purpose, ''), factorId, secret, 'after ciphertext');
  return version + sealed.toString('base64url');
}

/** @throws when the sealing key has changed, or the row */
export function unsealSecret(tokens: SealingKeys, factorId: string, stored: string): string {
  const sealed = Buffer.from(stored.slice(version.length), 'base64url');
  return unseal(tokens.fingerprints(purpose, ''), factorId, sealed, 'after ciphertext');
}
