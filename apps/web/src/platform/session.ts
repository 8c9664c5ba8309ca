import type { Session, User } from '@supabase/supabase-js';
import { create } from 'zustand';
import type { MailedLink } from './mailed-link.ts';

export interface SessionState {
  /** Null also while the account's second factor is missing. */
  readonly session: Session | null;
  readonly user: User | null;
  /** The user whose session still needs the code of an authenticator. */
  readonly awaitingCode: User | null;
  /** The saved session has not been read yet. */
  readonly loading: boolean;
  /** The mailed link that opened this page, or whose code was typed here. */
  readonly link: MailedLink | undefined;
  /** Asks the server whether the user is still allowed in. */
  readonly recheck: () => void;
}

/** The full name given at sign-up, if there is one. */
export function fullNameOf({ user_metadata: { full_name: name } }: User): string | undefined {
  return typeof name === 'string' ? name : undefined;
}

/** Before the saved session is read. */
export const initialSession: SessionState = {
  session: null,
  user: null,
  awaitingCode: null,
  loading: true,
  link: undefined,
  recheck: () => undefined,
};

/** The session of the running application, kept by `session-events.ts` and `auth.ts`. */
export const useSession = create<SessionState>(() => initialSession);
