import { readFile } from 'node:fs/promises';
import type { Manifest, Plugin } from 'vite';

const id = 'virtual:client-build';
const application = 'src/app/start.tsx';

/** The chunks a chunk imports, itself included, by their keys. */
function withImports(manifest: Manifest, start: string): Set<string> {
  const found = new Set([start]);
  for (const key of found) for (const next of manifest[key]?.imports ?? []) found.add(next);
  return found;
}

/** By source file of each lazily imported module: the files that come on top of those every page starts with. */
export function codeByModule(manifest: Manifest): Record<string, string[]> {
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry);
  const start = entry === undefined ? new Set<string>() : withImports(manifest, entry);
  return Object.fromEntries(
    Object.entries(manifest)
      .filter(([, chunk]) => chunk.isDynamicEntry)
      .map(([key]) => [
        key,
        [...withImports(manifest, key)]
          .filter((part) => !start.has(part))
          .map((part) => `/${manifest[part]?.file ?? ''}`),
      ]),
  );
}

/** Address of the Thai letters, which a stylesheet brings in. */
function thaiFontIn(manifest: Manifest): string {
  const files = Object.values(manifest).flatMap(({ file, assets }) => [file, ...(assets ?? [])]);
  return `/${files.find((file) => /anuphan-thai-wght.*\.woff2$/.test(file)) ?? ''}`;
}

/** Tells the painter which files the pages of the built site are made of; the site is built before it. */
export function clientBuild(manifestFile: string): Plugin {
  return {
    name: 'client-build',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    async load(source) {
      if (source !== `\0${id}`) return undefined;
      const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as Manifest;
      const font = thaiFontIn(manifest);
      if (font === '/') this.error('the Thai letters are not built');
      const code = codeByModule(manifest);
      return [
        `export const clientCode = ${JSON.stringify(code)};`,
        `export const startCode = ${JSON.stringify(code[application] ?? [])};`,
        `export const thaiFont = ${JSON.stringify(font)};`,
      ].join('\n');
    },
  };
}
