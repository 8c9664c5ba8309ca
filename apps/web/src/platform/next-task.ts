/** Ends the running task: the page can answer to a person before the next one begins. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
