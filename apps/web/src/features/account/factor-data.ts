import type { AuthError } from '@supabase/supabase-js';
import { queryOptions } from '@tanstack/react-query';
import { userKeys } from '#entities/user/profile-data.ts';
import { toAppError, type AppError } from '#platform/app-error.ts';
import { supabase, type Client } from '#platform/supabase.ts';

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

type Mfa = Client['auth']['mfa'];

async function callMfa<Data>(
  call: (mfa: Mfa) => Promise<{ data: Data; error: null } | { data: null; error: AuthError }>,
): Promise<Data> {
  try {
    const { data, error } = await call((await supabase()).auth.mfa);
    if (error !== null) throw error;
    return data;
  } catch (error) {
    throw toAppError(error);
  }
}

/** The user's verified authenticators, the oldest first. */
export function factorsQuery(userId: string) {
  return queryOptions({
    queryKey: [...userKeys.one(userId), 'factors'],
    queryFn: async () => {
      const { totp } = await callMfa((mfa) => mfa.listFactors());
      return totp.toSorted((one, other) => one.created_at.localeCompare(other.created_at));
    },
  });
}

/** @throws {AppError} as do the two below */
export async function startEnrolment(): Promise<Enrolment> {
  const data = await callMfa((mfa) => mfa.enroll({ factorType: 'totp' }));
  const { qr_code: qrCode, uri, secret: key } = data.totp;
  // The client leaves the SVG of the data URL unescaped, and a `#` in it would start a fragment.
  const svg = qrCode.slice(qrCode.indexOf(',') + 1);
  return { id: data.id, qrCode: `data:image/svg+xml,${encodeURIComponent(svg)}`, uri, key };
}

/** Verifies the first code: the session becomes aal2, and the user's other sessions end. */
export async function finishEnrolment({ id }: Enrolment, code: string): Promise<void> {
  await callMfa((mfa) => mfa.challengeAndVerify({ factorId: id, code }));
}

/** Removes an authenticator, verified or not. */
export async function removeFactor({ id }: { readonly id: string }): Promise<void> {
  await callMfa((mfa) => mfa.unenroll({ factorId: id }));
  // Updates the token and the user. A failed refresh is repeated by the client.
  await (await supabase()).auth.refreshSession();
}

/** The message for a rejected code: a text key if there is a text for its error code. */
export function factorErrorMessage({ code, message }: AppError): string {
  const isKnown = code === 'mfa_verification_failed' || code === 'over_request_rate_limit';
  return isKnown ? `authError.${code}` : message;
}
