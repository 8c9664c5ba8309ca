/** Logs an error that is not shown to the user. */
export function logFailure(what: string, error: unknown): void {
  console.error(`bkksiam: ${what}`, error);
}
