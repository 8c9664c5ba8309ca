import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { answerArguments } from './command-line.ts';

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

  it('--help lists the settings of docs/settings.md, each with its default, in lines that fit a terminal', async () => {
    const { text = '', code } = answerArguments(['--help'], version) ?? {};
    expect(code).toBe(0);
    const lines = text.split('\n');
    const listed = new Map(
      lines.flatMap((line) => {
        const [, name, fallback = ''] = /^ {2}([A-Z][A-Z_]+) +(\S.*?)? {2,}\S/.exec(line) ?? [];
        return name === undefined ? [] : [[name, fallback] as const];
      }),
    );
    const table = await readFile(new URL('../../../docs/settings.md', import.meta.url), 'utf8');
    const rows = [...table.matchAll(/^\| (`[A-Z_`, ]+`) +\| (.*?) *\|/gm)];
    const documented = rows.flatMap(([, names = '', fallbacks = '']) => {
      const defaults = fallbacks.replaceAll('`', '').split(', ');
      return [...names.matchAll(/`([A-Z_]+)`/g)].map(
        ([, name = ''], index) => [name, defaults[index] ?? ''] as const,
      );
    });
    expect(documented.length).toBeGreaterThan(30);
    expect([...listed.keys()].sort()).toEqual(documented.map(([name]) => name).sort());
    for (const [name, fallback] of documented) {
      if (/^[\w.:/$]+$/.test(fallback) && fallback !== 'none')
        expect([name, listed.get(name)]).toEqual([name, fallback]);
    }
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
