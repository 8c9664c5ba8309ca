import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';

export const repository = fileURLToPath(new URL('../../..', import.meta.url));
const folder = fileURLToPath(new URL('.', import.meta.url));

/** A change of a few lines that tests have to notice. */
export interface Fault {
  readonly file: string;
  readonly search: string;
  readonly replace: string;
  /** The test file or journey that notices it. */
  readonly test: string;
  /** Part of the names of the tests that run; undefined for the whole file. */
  readonly name?: string | undefined;
}

const block =
  /^(?<file>\S+)\n(?<search>(?:-.*\n)+)(?<replace>(?:\+.*\n)*)(?<test>\S+)(?: -t (?<name>.+))?$/;

function parseFault(text: string): Fault {
  const { file, search, replace, test, name } = block.exec(text)?.groups ?? {};
  if (file === undefined || test === undefined) throw new Error(`not a fault:\n${text}`);
  const withoutMarks = (lines = '') => lines.trimEnd().replaceAll(/^[-+]/gm, '');
  return { file, search: withoutMarks(search), replace: withoutMarks(replace), test, name };
}

/** The faults of the text files beside this one: a file, its lines before and after, and the test. */
export function readFaults(): readonly Fault[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.txt'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split(/\n{2,}/))
    .map((text) => text.replaceAll(/^#.*\n?/gm, '').trim())
    .filter((text) => text !== '')
    .map(parseFault);
}

/** The first four folders of the changed file. */
export const folderOf = ({ file }: Fault): string => dirname(file).split('/').slice(0, 4).join('/');

const readSource = (file: string): string => readFileSync(join(repository, file), 'utf8');

/**
 * The text of the file with the fault.
 *
 * @throws where the search text does not occur exactly once, or the change breaks the syntax
 */
export function withFault(
  { file, search, replace }: Fault,
  text: string = readSource(file),
): string {
  const parts = text.split(search);
  if (parts.length !== 2)
    throw new Error(`${file} has ${String(parts.length - 1)} times instead of once:\n${search}`);
  const changed = parts.join(replace);
  if (/\.tsx?$/.test(file)) transformSync(changed, { loader: file.endsWith('x') ? 'tsx' : 'ts' });
  if (file.endsWith('.json')) JSON.parse(changed);
  return changed;
}

const textsBelow = (path: string): readonly string[] =>
  readdirSync(join(repository, path), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readSource(join(path, name)));

/** @throws where the test file is gone, or neither it nor a table beside it has the name */
export function checkTest({ test, name = '' }: Fault): void {
  if (readSource(test).includes(name)) return;
  if (!textsBelow(dirname(test)).some((text) => text.includes(name)))
    throw new Error(`${test} has no test named ${name}`);
}
