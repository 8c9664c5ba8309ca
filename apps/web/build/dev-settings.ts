import type { Plugin } from 'vite';

const placeholder = '<script type="application/json" id="settings">{}</script>';

/** In development writes the running server's settings into the page, as the server does in production. */
export function devSettings(server: string): Plugin {
  return {
    name: 'dev-settings',
    apply: 'serve',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const response = await fetch(`${server}/config.json`).catch(() => undefined);
        if (!response?.ok)
          throw new Error(`no server answers on ${server}: run \`npm run dev\` from the root`);
        const settings: unknown = await response.json();
        // The development server proxies ours, so local URLs become the page's origin.
        const text = JSON.stringify(settings).replaceAll(
          /"https?:\/\/(localhost|127\.0\.0\.1):\d+"/g,
          '""',
        );
        return html.replace(placeholder, () =>
          placeholder.replace('{}', text.replaceAll('<', '\\u003c')),
        );
      },
    },
  };
}
