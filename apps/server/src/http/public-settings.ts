/** What the site may know of this deployment; written into the page as a JSON block. */
export interface PublicSettings {
  /** Public address of the site, without a trailing slash. */
  readonly siteUrl: string;
  /** Address of the auth, data and functions APIs; empty where they share the page's own origin. */
  readonly supabaseUrl: string;
  readonly anonKey: string;
  /** Address of the store service; empty where it shares the page's own origin. */
  readonly storeUrl: string;
  readonly storeId: string;
  readonly product: string;
}

/** The settings for a configuration; a hosted project's address and key replace our own. */
export function publicSettings(
  config: {
    readonly siteUrl: string;
    readonly hosted: { readonly url: string; readonly anonKey: string } | undefined;
    readonly storeUrl: string | undefined;
    readonly storeId: string;
  },
  ownAnonKey: string,
): PublicSettings {
  return {
    siteUrl: config.siteUrl,
    supabaseUrl: config.hosted?.url ?? '',
    anonKey: config.hosted?.anonKey ?? ownAnonKey,
    storeUrl: config.storeUrl ?? '',
    storeId: config.storeId,
    product: 'bkksiam',
  };
}

/** The settings as `/config.json` serves them to clients elsewhere: every address is absolute. */
export function absoluteSettings(settings: PublicSettings): PublicSettings {
  const { siteUrl, supabaseUrl, storeUrl } = settings;
  return { ...settings, supabaseUrl: supabaseUrl || siteUrl, storeUrl: storeUrl || siteUrl };
}
