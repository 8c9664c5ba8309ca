let lines: string[] = [];

/** Returns the console errors and warnings since the last call and clears them. A test that leaves one fails. */
export function takeConsoleErrors(): readonly string[] {
  const taken = lines;
  lines = [];
  return taken;
}

export function addConsoleError(line: string): void {
  lines.push(line);
}
