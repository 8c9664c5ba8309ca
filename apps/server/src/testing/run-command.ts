import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { Command } from '../commands/owner-command.ts';
import { exitMessage } from '../terminal.ts';
import { builtProgram } from './built-server.ts';

export interface FinishedCommand {
  /** Null after a kill. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command in this process, with the result that its program has. */
export async function runCommand(
  command: Command,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<FinishedCommand> {
  let stdout = '';
  const say = (line: string) => {
    stdout += `${line}\n`;
  };
  try {
    say(await command({ args, env, say, onStop: () => undefined }));
    return { code: 0, stdout, stderr: '' };
  } catch (error) {
    return { code: 1, stdout, stderr: `${exitMessage(error)}\n` };
  }
}

/** Starts a program of the build; the environment has no further variables. */
export function startProgram(
  name: Parameters<typeof builtProgram>[0],
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): ChildProcess & { readonly finished: Promise<FinishedCommand> } {
  const child = spawn(process.execPath, [builtProgram(name), ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const finished = Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]).then(([stdout, stderr, [code]]) => ({ code, stdout, stderr }));
  return Object.assign(child, { finished });
}
