import { TOTP, URI } from 'otpauth';

/** An authenticator that was shown the address in the picture; tells the code of any moment (milliseconds). */
export function authenticator(uri: string): (timestamp?: number) => string {
  const otp = URI.parse(uri);
  if (!(otp instanceof TOTP)) throw new Error('not a time-based factor');
  return (timestamp = Date.now()) => otp.generate({ timestamp });
}
