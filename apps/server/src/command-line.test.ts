import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { answerArguments } from './command-line.ts';
import { allSettings } from './settings.ts';

const version = '1.2.3';

describe('the arguments of a start', () => {
  it('are none for a start', () => {
    expect(answerArguments([], version)).toBeUndefined();
  });

  it.each([['--version'], ['-v']])('%s shows the version', (argument) => {
    expect(answerArguments([argument], version)).toEqual({
      text: '1.2.3',
      isError: false,
      code: 0,
    });
  });

  it('--help lists every setting with its default, in lines that fit a terminal', () => {
    const { text = '', code } = answerArguments(['--help'], version) ?? {};
    expect(code).toBe(0);
    const lines = text.split('\n');
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}PORT +3000 +port it listens on$/));
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}REST_EXPLAIN +off +on: shows/));
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}DATABASE_POOLER +detected +\S/));
    const listed = lines.flatMap((line) => /^ {2}([A-Z0-9_]+) /.exec(line)?.[1] ?? []);
    expect(listed).toEqual(allSettings.map(({ name }) => name));
    expect(lines.filter((line) => line.length > 120)).toEqual([]);
  });

  it('--help names every other command for operators', async () => {
    const file = new URL('../../../package.json', import.meta.url);
    const { scripts } = JSON.parse(await readFile(file, 'utf8')) as {
      scripts: Readonly<Record<string, string>>;
    };
    const commands = Object.entries(scripts).flatMap(([name, command]) =>
      command.startsWith('tsx --import ./scripts/load-env.mjs ') ? [name] : [],
    );
    expect(commands).toHaveLength(9);
    const { text = '' } = answerArguments(['--help'], version) ?? {};
    expect(commands.filter((name) => !text.includes(`npm run ${name} `))).toEqual([]);
  });

  it('are refused when they are unknown, with what to do', () => {
    const answer = answerArguments(['--port', '8080'], version);
    expect(answer).toMatchObject({ isError: true, code: 2 });
    expect(answer?.text).toMatch(/^bkksiam: unknown argument --port: .*--help/);
  });
});
