import { queryOptions } from '@tanstack/react-query';
import { supabase } from '#platform/supabase.ts';

/** An authenticator whose first code was right. */
export interface Factor {
  readonly id: string;
  /** ISO time. */
  readonly since: string;
}

/** An authenticator being set up: it counts once its first code is right. */
export interface Enrolment {
  readonly id: string;
  /** Address of the picture that an authenticator scans. */
  readonly picture: string;
  /** Opens an authenticator on the same device. */
  readonly uri: string;
  /** Base32. */
  readonly key: string;
}

/** The authenticators of the user's own account, the oldest first. */
export function factorsQuery(userId: string) {
  return queryOptions({
    queryKey: ['account', userId, 'factors'],
    queryFn: async (): Promise<readonly Factor[]> => {
      const { auth } = await supabase();
      const { data, error } = await auth.mfa.listFactors();
      if (error !== null) throw error;
      return data.totp
        .map(({ id, created_at: since }) => ({ id, since }))
        .sort((one, other) => one.since.localeCompare(other.since));
    },
  });
}

/** The client puts the SVG behind `data:` as it is, where a `#` would end it. */
function pictureAddress(qrCode: string): string {
  const svg = qrCode.slice(qrCode.indexOf(',') + 1);
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** @throws the auth service's refusal, or that of the line; so for all below */
export async function startEnrolment(): Promise<Enrolment> {
  const { auth } = await supabase();
  const { data, error } = await auth.mfa.enroll({ factorType: 'totp' });
  if (error !== null) throw error;
  const { qr_code: qrCode, uri, secret: key } = data.totp;
  return { id: data.id, picture: pictureAddress(qrCode), uri, key };
}

/** The first code: the session goes on at aal2, and the user's other sessions end. */
export async function finishEnrolment({ id }: Enrolment, code: string): Promise<void> {
  const { auth } = await supabase();
  const { error } = await auth.mfa.challengeAndVerify({ factorId: id, code });
  if (error !== null) throw error;
}

/** Ends a set-up that came to no code, or removes an authenticator. */
export async function removeFactor({ id }: { readonly id: string }): Promise<void> {
  const { auth } = await supabase();
  const { error } = await auth.mfa.unenroll({ factorId: id });
  if (error !== null) throw error;
  // Brings a token and a user that know of it; a failure leaves that to the next refresh.
  await auth.refreshSession();
}
