import { dataBlock } from './data-block.ts';

/** What the server says about its deployment, written into the page as a JSON block. */
export interface Settings {
  /** Public address of the site, without a trailing slash; what links to it from outside begin with. */
  readonly siteUrl: string;
  /** Address of the auth, data and functions APIs. */
  readonly supabaseUrl: string;
  readonly anonKey: string;
  /** Address of the store service. */
  readonly storeUrl: string;
  readonly storeId: string;
  /** The product's slug in storage keys. */
  readonly product: string;
  /** Lets the styles that dialogs add pass the content security policy; empty without one. */
  readonly styleNonce: string;
}

const required = ['supabaseUrl', 'anonKey', 'storeUrl', 'storeId', 'product'] as const;

/**
 * Reads the settings block. Empty addresses mean the page's own origin.
 *
 * @throws when the page holds no usable block: nothing can work without it
 */
export function readSettings(page: Document, origin: string): Settings {
  const block = dataBlock(page, 'settings');
  const values = new Map(Object.entries(block ?? {}));
  const text = (key: string) => {
    const value: unknown = values.get(key);
    return typeof value === 'string' ? value : undefined;
  };
  const address = (key: string) => (text(key) === '' ? origin : (text(key) ?? origin));
  const missing = required.filter((key) => text(key) === undefined);
  if (missing.length > 0) throw new Error(`the page's settings lack ${missing.join(', ')}`);
  return {
    siteUrl: address('siteUrl'),
    supabaseUrl: address('supabaseUrl'),
    anonKey: text('anonKey') ?? '',
    storeUrl: address('storeUrl'),
    storeId: text('storeId') ?? '',
    product: text('product') ?? '',
    styleNonce: text('styleNonce') ?? '',
  };
}

let read: Settings | undefined;

/** The settings of this page, read once. */
export function settings(): Settings {
  read ??= readSettings(document, window.location.origin);
  return read;
}
