/**
 * Which modules come in one file. What waits for the first paint comes alone and small; the rest is asked for after it.
 * What every page starts with stays cached longest in files of its own: two, which run one after the other.
 * Left alone, each module that two pages share is a file, and a page asks for forty of them.
 */
export const codeGroups = [
  {
    name: 'begin',
    test: /vite\/preload-helper|\/src\/(app\/crash-screen|platform\/(data-block|early-acts|first-paint|log|next-task))\.ts$/,
    priority: 1,
  },
  {
    name: 'dom',
    test: /node_modules\/(react|react-dom|scheduler)\/|\/src\/platform\/dom\.ts$/,
  },
  {
    name: 'libraries',
    test: /node_modules\/(react-router|cookie|i18next|react-i18next|i18next-browser-languagedetector|use-sync-external-store)\//,
  },
  // What the home page shares with others.
  {
    name: 'kit',
    test: /\/(lucide-react\/dist\/esm\/icons\/(arrow-right|house|qr-code|user-round)|domain\/src\/(airports|constants|languages|travel-packages)|src\/(ui\/(button|class-names|feedback|phrases|section-head)|drawings\/(brand-mark|flight|river|river-scene)|features\/(news\/news-skeletons|search\/search-place)|app\/paths|platform\/(backend-error|hydrated|i18n|takeover|toast)))\.(tsx?|mjs)$/,
  },
  // What the frame of every page asks for once the page has been taken over.
  {
    name: 'frame',
    test: /\/src\/(cart|catalog|app\/(document-head|footer|frame-parts|log-out|mobile-menu|user-name)|features\/store\/(cart-button|saved-cart)|platform\/(after-paint|auth-failure|expired-token|mailed-link|session-source|toast-region|token-claims|unsent-work))\.tsx?$/,
    includeDependenciesRecursively: false,
  },
  // What shows news.
  {
    name: 'news',
    test: /\/src\/(news|features\/news\/(news-card|news-data|news-feed))\.tsx?$/,
    includeDependenciesRecursively: false,
  },
  // What reads from the services, or fetches ahead what will.
  {
    name: 'query',
    test: /\/node_modules\/@tanstack\/|\/src\/platform\/(prepared-code|query-scope|supabase)\.tsx?$/,
    includeDependenciesRecursively: false,
  },
  // What the store and its products share.
  {
    name: 'goods',
    test: /\/src\/features\/store\/(add-item|cart-failure|product-card|product-list|product-view|quantity|store-data)\.tsx?$/,
    includeDependenciesRecursively: false,
  },
  // What is small and on several pages.
  {
    name: 'parts',
    test: /\/(lucide-react\/dist\/esm\/icons\/(arrow-left|chevron-down|chevron-left|chevron-right|circle-check|eye|eye-off|lock|mail|minus|pen-line|plus|search|user)|domain\/src\/(date-text|money)|src\/(ui\/(chip|form-field|page-intro|pass-paper|picture-frame|segments)|drawings\/quiet-river))\.(tsx?|mjs)$/,
    includeDependenciesRecursively: false,
  },
];
