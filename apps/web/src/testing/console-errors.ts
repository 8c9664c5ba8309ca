import { waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { networkQuiet } from './network.ts';

let lines: string[] = [];

/** Returns the console errors and warnings since the last call and clears them. A test that leaves one fails. */
export function takeConsoleErrors(): readonly string[] {
  const taken = lines;
  lines = [];
  return taken;
}

/** Waits for a console error with the text, then for the network, and clears what was logged until then. */
export async function expectConsoleError(text: string | RegExp): Promise<void> {
  await waitFor(() => expect(lines.join()).toMatch(text));
  await networkQuiet();
  lines = [];
}

export function addConsoleError(line: string): void {
  lines.push(line);
}
