import { authenticator } from '@bkksiam/server/testing/authenticator';
import type { TestBackend } from '@bkksiam/server/testing/test-backend';
import { clientWithKey } from '@bkksiam/server/testing/test-client';
import { credentialsOf, type Viewer } from './backend.ts';

/** An authenticator of a viewer's account. */
export interface SecondFactor {
  /** A code that counts now, although the one before counted a moment ago. */
  readonly freshCode: () => Promise<string>;
  /** Six digits that do not count. */
  readonly wrongCode: () => string;
}

/** Signs the viewer in on a device of their own, which has no authenticator yet. */
export async function otherDevice(backend: TestBackend, viewer: Exclude<Viewer, 'visitor'>) {
  const client = clientWithKey(backend.url, backend.anonKey);
  const { error } = await client.auth.signInWithPassword(credentialsOf(viewer));
  if (error !== null) throw error;
  return client;
}

/** Gives the viewer's account an authenticator, proved on another device. */
export async function enrolFactor(
  backend: TestBackend,
  viewer: Exclude<Viewer, 'visitor'>,
): Promise<SecondFactor> {
  const { auth } = await otherDevice(backend, viewer);
  const { data, error } = await auth.mfa.enroll({ factorType: 'totp' });
  if (error !== null) throw error;
  const codeAt = authenticator(data.totp.uri);
  const proved = await auth.mfa.challengeAndVerify({ factorId: data.id, code: codeAt() });
  if (proved.error !== null) throw proved.error;
  return {
    async freshCode() {
      await backend.database.sql('delete from auth.mfa_challenges');
      return codeAt();
    },
    wrongCode: () => (codeAt() === '123456' ? '654321' : '123456'),
  };
}

/** Leaves every account without an authenticator and signed out. */
export async function forgetFactors(backend: TestBackend): Promise<void> {
  await backend.database.sql(
    'delete from auth.mfa_factors; delete from auth.sessions; delete from bkksiam_private.limits',
  );
}
