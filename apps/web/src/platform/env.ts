import { features, type Feature } from '@bkksiam/domain/features';
import type { Language } from '@bkksiam/domain/languages';

/** The agency in one language: texts that replace those of `common.json`. */
export interface AgencyTexts {
  readonly footer: Readonly<Record<'company' | 'address' | 'phone' | 'email' | 'licence', string>>;
  readonly contact: { readonly hours: string };
  /** What the texts of the site say without it. */
  readonly defaults: Readonly<Record<'company' | 'address' | 'phone' | 'email', string>>;
}

/** The agency as the site names it. */
export interface AgencyOnSite {
  /** An address, or a path of the site. */
  readonly logo: string | null;
  readonly taxId: string | null;
  readonly texts: Readonly<Record<Language, AgencyTexts>>;
}

/** The settings of a deployment, which the server writes into the page as a JSON block. */
export interface Settings {
  /** Public URL of the site, without a trailing slash. */
  readonly siteUrl: string;
  readonly supabaseUrl: string;
  readonly anonKey: string;
  readonly storeUrl: string;
  /** The store shares the site's origin, and its picture URLs are paths. */
  readonly isOwnStore: boolean;
  readonly storeId: string;
  /** What is switched on beyond the specification. */
  readonly features: readonly Feature[];
  /** Whether airlines are asked for flights; undefined if only their search says so. */
  readonly hasFlightSupplier?: boolean;
  /** With a feature, the agency's own details. */
  readonly agency?: AgencyOnSite | undefined;
  /** Lets the styles that dialogs add pass the content security policy; empty without one. */
  readonly styleNonce: string;
}

const required = ['supabaseUrl', 'anonKey', 'storeUrl', 'storeId'] as const;

/** Reads a JSON block that the server has written into the page; null if it is missing. */
export function jsonBlock(page: Document, id: string): unknown {
  return JSON.parse(page.getElementById(id)?.textContent ?? 'null');
}

/**
 * Reads the settings block. Empty addresses mean the page's own origin.
 *
 * @throws when a required setting is missing
 */
export function readSettings(page: Document, origin: string): Settings {
  const values = Object(jsonBlock(page, 'settings')) as Partial<Settings>;
  const missing = required.filter((key) => typeof values[key] !== 'string');
  if (missing.length > 0) throw new Error(`the page's settings lack ${missing.join(', ')}`);
  const given = values as Pick<Settings, (typeof required)[number]>;
  const storeUrl = given.storeUrl || origin;
  return {
    ...given,
    siteUrl: (values.siteUrl ?? '') || origin,
    supabaseUrl: given.supabaseUrl || origin,
    storeUrl,
    isOwnStore: storeUrl === origin,
    features: features.filter((feature) => values.features?.includes(feature)),
    styleNonce: values.styleNonce ?? '',
  };
}

let current: Settings | undefined;

/** The provided settings, else those of the page. */
export function settings(): Settings {
  current ??= readSettings(document, window.location.origin);
  return current;
}

/** Sets the settings where there is no page to read them from, as on the server. */
export function provideSettings(provided: Settings): void {
  current = provided;
}
