import { productSlug } from '@bkksiam/domain/constants';
import type { Feature } from '@bkksiam/domain/features';

/** The public settings of this deployment, written into the page as a JSON script element. */
export interface PublicSettings {
  /** Public address of the site, without a trailing slash. */
  readonly siteUrl: string;
  /** Base URL of the auth, data and functions APIs; empty for the page's own origin. */
  readonly supabaseUrl: string;
  readonly anonKey: string;
  /** Base URL of the store service; empty for the page's own origin. */
  readonly storeUrl: string;
  readonly storeId: string;
  /** What is switched on beyond the specification. */
  readonly features: readonly Feature[];
  /** Whether airlines are asked for flights; left out where a hosted project answers. */
  readonly hasFlightSupplier?: boolean;
  /** The prefix of the site's records in the browser's storage, such as `bkksiam-cart`; the site has it as a constant. */
  readonly product: string;
}

/** The public settings of a configuration; a hosted project replaces base URL and anon key. */
export function publicSettings(
  config: {
    readonly siteUrl: string;
    readonly hosted: { readonly url: string; readonly anonKey: string } | undefined;
    readonly storeUrl: string | undefined;
    readonly storeId: string;
    readonly features: readonly Feature[];
    readonly duffelToken?: string | undefined;
  },
  ownAnonKey: string,
): PublicSettings {
  return {
    siteUrl: config.siteUrl,
    supabaseUrl: config.hosted?.url ?? '',
    anonKey: config.hosted?.anonKey ?? ownAnonKey,
    storeUrl: config.storeUrl ?? '',
    storeId: config.storeId,
    features: config.features,
    ...(config.hosted === undefined && { hasFlightSupplier: config.duffelToken !== undefined }),
    product: productSlug,
  };
}

/** The settings with absolute URLs, for `/config.json`. */
export function absoluteSettings(settings: PublicSettings): PublicSettings {
  const { siteUrl, supabaseUrl, storeUrl } = settings;
  return { ...settings, supabaseUrl: supabaseUrl || siteUrl, storeUrl: storeUrl || siteUrl };
}
