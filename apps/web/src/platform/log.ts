import type { NavigateFunction } from 'react-router';

/** Logs an error to the console, with what failed because of it. */
export function logFailure(what: string, error: unknown): void {
  console.error(`bkksiam: ${what}`, error);
}

/** Logs the failure of work that nothing waits for, such as a navigation. */
export function logRejection(
  what: string,
  work: Promise<unknown> | ReturnType<NavigateFunction>,
): void {
  Promise.resolve(work).catch((error: unknown) => logFailure(what, error));
}
