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
 * whole default stylesheet each time. No stylesheet of the page concerns what they ask for, so elements with the same tag
 * and attributes have the same display, and the rest is inherited alone.
 */
function rememberStyles(page: Window): void {
  const compute = page.getComputedStyle.bind(page);
  const displays = new Map<string, string>();
  const inherited = new Map([
    ['visibility', { name: 'visibility', initial: 'visible' }],
    ['pointerEvents', { name: 'pointer-events', initial: 'auto' }],
  ]);
  const read = (element: Element, property: string): unknown => {
    const passedOn = inherited.get(property);
    if (passedOn !== undefined) {
      const styled = element.closest(`[style*=${passedOn.name}]`);
      return styled === null ? passedOn.initial : compute(styled).getPropertyValue(passedOn.name);
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

/**
 * Queries by label and by role ask every field for its labels. jsdom walks the document for each field, and for each of
 * its labels once more: half of the time of a long form.
 */
function findLabels(page: typeof globalThis): void {
  function labels(this: HTMLInputElement | HTMLButtonElement): HTMLLabelElement[] | null {
    if (this.type === 'hidden') return null;
    const { id, ownerDocument } = this;
    const around = this.closest('label');
    if (id === '' && around === null) return [];
    return [...ownerDocument.getElementsByTagName('label')].filter((label) =>
      label.htmlFor === ''
        ? label === around && label.control === this
        : label.htmlFor === id && ownerDocument.getElementById(id) === this,
    );
  }
  const { HTMLButtonElement, HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement } = page;
  for (const { prototype } of [
    HTMLButtonElement,
    HTMLInputElement,
    HTMLSelectElement,
    HTMLTextAreaElement,
  ]) {
    Object.defineProperty(prototype, 'labels', { get: labels, configurable: true });
  }
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
    findLabels(global);
    return page;
  },
};

export { siteEnvironment as default };
