/** Notes a failure that the person need not hear of; it shows in the browser's console only. */
export function logFailure(what: string, error: unknown): void {
  console.error(`bkksiam: ${what}`, error);
}
