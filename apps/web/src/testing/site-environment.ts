import { builtinEnvironments, type Environment } from 'vitest/runtime';

// The server under test runs in the same process and hands these to Node, which knows its own only.
const nodes = [
  'AbortController',
  'AbortSignal',
  'ArrayBuffer',
  'Blob',
  'Headers',
  'TextDecoder',
  'TextEncoder',
  'URL',
  'URLSearchParams',
  'Uint8Array',
] as const;

/** A page of jsdom for the screens, beside a server that finds Node as it is. */
const siteEnvironment: Environment = {
  name: 'site',
  viteEnvironment: 'ssr',
  async setup(global: typeof globalThis, options) {
    const kept = Object.fromEntries(nodes.map((name) => [name, global[name]]));
    const page = await builtinEnvironments.jsdom.setup(global, options);
    Object.assign(global, kept);
    return page;
  },
};

export { siteEnvironment as default };
