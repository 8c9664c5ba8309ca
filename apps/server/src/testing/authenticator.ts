import { TOTP, URI } from 'otpauth';

/** An authenticator app enrolled with the URI of a QR code; returns the code at a time in milliseconds. */
export function authenticator(uri: string): (timestamp?: number) => string {
  const otp = URI.parse(uri);
  if (!(otp instanceof TOTP)) throw new Error('not a time-based factor');
  return (timestamp = Date.now()) => otp.generate({ timestamp });
}
