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

/**
 * Queries by role and simulated users ask for the styles of an element and all its ancestors, and jsdom matches its
 * whole default stylesheet each time. No stylesheet of the page concerns display and visibility, so elements with the
 * same tag and attributes have the same display, and visibility is inherited alone.
 */
function rememberStyles(page: Window): void {
  const compute = page.getComputedStyle.bind(page);
  const displays = new Map<string, string>();
  const read = (element: Element, property: string): unknown => {
    if (property === 'visibility') {
      const styled = element.closest('[style*=visibility]');
      return styled === null ? 'visible' : compute(styled).visibility;
    }
    if (property !== 'display') return Reflect.get(compute(element), property);
    const attributes = ['style', 'type', 'open', 'hidden'].map((name) =>
      element.getAttribute(name),
    );
    const key = [element.localName, ...attributes].join('|');
    const display = displays.get(key) ?? compute(element).display;
    displays.set(key, display);
    return display;
  };
  page.getComputedStyle = (element) =>
    new Proxy({} as CSSStyleDeclaration, {
      get: (_style, name) =>
        name === 'getPropertyValue'
          ? (property: string) => read(element, property)
          : read(element, String(name)),
    });
}

/** A page of jsdom for the screens, beside a server that finds Node as it is. */
const siteEnvironment: Environment = {
  name: 'site',
  viteEnvironment: 'ssr',
  async setup(global: typeof globalThis, options) {
    const kept = Object.fromEntries(nodes.map((name) => [name, global[name]]));
    const page = await builtinEnvironments.jsdom.setup(global, options);
    Object.assign(global, kept);
    rememberStyles(global.window);
    return page;
  },
};

export { siteEnvironment as default };
