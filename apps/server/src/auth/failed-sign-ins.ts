import type { Database } from '../db/database.ts';

interface FailureLog {
  warn(fields: object, message?: string): void;
}

/** Writes wrong passwords for an account into the login log, by the product's password verification hook. */
export interface FailedSignIns {
  /** Returns at once: a response that waited would reveal by its time that the address has an account. */
  record(userId: string): void;
  /** Waits for what is being written. */
  settle(): Promise<unknown>;
}

export function failedSignIns(database: Database, log: FailureLog): FailedSignIns {
  const pending = new Set<Promise<unknown>>();
  return {
    record(userId) {
      const text = 'select public.bkk_password_verification_attempt($1)';
      const event = JSON.stringify({ user_id: userId, valid: false });
      const written = database
        .asService([{ text, values: [event] }])
        .catch((error: unknown) => {
          log.warn({ err: error }, 'a failed sign-in could not be recorded');
        })
        .finally(() => pending.delete(written));
      pending.add(written);
    },
    settle: () => Promise.all(pending),
  };
}
