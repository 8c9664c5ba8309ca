import { queryOptions } from '@tanstack/react-query';
import { userKeys } from '#entities/user/profile-data.ts';
import type { AppError } from '#platform/app-error.ts';
import { supabase } from '#platform/supabase.ts';

/** An authenticator that is unverified until its first code is accepted. */
export interface Enrolment {
  readonly id: string;
  /** A data URL. */
  readonly qrCode: string;
  /** Opens an authenticator on the same device. */
  readonly uri: string;
  /** Base32. */
  readonly key: string;
}

/** The user's verified authenticators, the oldest first. */
export function factorsQuery(userId: string) {
  return queryOptions({
    queryKey: [...userKeys.one(userId), 'factors'],
    queryFn: async () => {
      const { auth } = await supabase();
      const { data, error } = await auth.mfa.listFactors();
      if (error !== null) throw error;
      return data.totp.toSorted((one, other) => one.created_at.localeCompare(other.created_at));
    },
  });
}

/** @throws the auth or network error, as do the two below */
export async function startEnrolment(): Promise<Enrolment> {
  const { auth } = await supabase();
  const { data, error } = await auth.mfa.enroll({ factorType: 'totp' });
  if (error !== null) throw error;
  const { qr_code: qrCode, uri, secret: key } = data.totp;
  // The client leaves the SVG of the data URL unescaped, where a `#` starts a fragment.
  const svg = qrCode.slice(qrCode.indexOf(',') + 1);
  return { id: data.id, qrCode: `data:image/svg+xml,${encodeURIComponent(svg)}`, uri, key };
}

/** Verifies the first code: the session becomes aal2, and the user's other sessions end. */
export async function finishEnrolment({ id }: Enrolment, code: string): Promise<void> {
  const { auth } = await supabase();
  const { error } = await auth.mfa.challengeAndVerify({ factorId: id, code });
  if (error !== null) throw error;
}

/** Removes an authenticator, verified or not. */
export async function removeFactor({ id }: { readonly id: string }): Promise<void> {
  const { auth } = await supabase();
  const { error } = await auth.mfa.unenroll({ factorId: id });
  if (error !== null) throw error;
  // Updates the token and the user. A failed refresh is repeated by the client.
  await auth.refreshSession();
}

/** The message for a rejected code: a text key where there is a text for its error code. */
export function factorErrorMessage({ code, message }: AppError): string {
  const isKnown = code === 'mfa_verification_failed' || code === 'over_request_rate_limit';
  return isKnown ? `authError.${code}` : message;
}
